/** Nothing but an answer: what the runtime itself costs. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { text } = (await request.json()) as { text: string };
    return Response.json([text.length]);
  },
};
