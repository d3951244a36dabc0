/** `GET` and `POST /ask`: the docs as a site of NLWeb, asked in its reference form or its TypeSpec form. */
import type { Context } from "hono";
import type { AppDependencies } from "../dependencies.ts";
import type { EventForm } from "../event-stream.ts";
import { patientResponse } from "../patient-response.ts";
import { problemOf } from "../problem.ts";
import { keepAlive } from "../start-turn.ts";
import { eventResponse, firstOf } from "../stream-response.ts";
import { turnStream } from "../turn-stream.ts";
import { type NlwebQuestion, readQuestion } from "./ask-request.ts";
import { isLastPart, type NlwebPart, nlwebParts } from "./parts.ts";
import { referenceEncoder, referenceObject } from "./reference.ts";
import { typespecEncoder, typespecObject } from "./typespec.ts";

export async function nlweb(c: Context, deps: AppDependencies): Promise<Response> {
  const question = await readQuestion(c.req.raw);
  const readerLeft = new AbortController();
  const parts = nlwebParts(c, deps, question, readerLeft.signal);
  if (question.streaming) {
    const stream = turnStream(parts, keepAlive(c), () => readerLeft.abort()).getReader();
    return eventResponse(await firstOf(stream), stream, formOf(question), deps);
  }
  return patientResponse(whole(question, parts), deps, { onReaderGone: () => readerLeft.abort() });
}

async function whole(question: NlwebQuestion, parts: AsyncIterable<NlwebPart>): Promise<Response> {
  const all: NlwebPart[] = [];
  for await (const part of parts) all.push(part);
  const body = question.form === "typespec" ? typespecObject(question, all) : referenceObject(question, all);
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

function formOf(question: NlwebQuestion): EventForm<NlwebPart> {
  const encode = question.form === "typespec" ? typespecEncoder(question) : referenceEncoder(question);
  return { encode, isTerminal: isLastPart, failure: failurePart };
}

function failurePart(error: unknown): NlwebPart {
  const { code, detail } = problemOf(error);
  return { type: "failure", code, text: detail };
}
