/** The parts of a notebook that are read. @see https://nbformat.readthedocs.io/en/latest/format_description.html */
import * as z from "zod";

const text = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (typeof lines === "string" ? lines : lines.join("")));

const outputSchema = z.looseObject({
  output_type: z.string(),
  /** Of streams. */
  name: z.string().optional(),
  text: text.optional().catch(undefined),
  /** Of results, by media type. */
  data: z
    .looseObject({ "text/plain": text.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});

const cellSchema = z.looseObject({
  cell_type: z.string(),
  source: text,
  metadata: z
    .looseObject({ tags: z.array(z.string()).optional().catch(undefined) })
    .default({})
    .catch({}),
  outputs: z.array(outputSchema).optional().catch(undefined),
});

export const notebookSchema = z.looseObject({
  nbformat: z.literal(4),
  metadata: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      kernelspec: z.looseObject({ language: z.string().optional() }).optional().catch(undefined),
      language_info: z.looseObject({ name: z.string().optional() }).optional().catch(undefined),
    })
    .default({})
    .catch({}),
  cells: z.array(cellSchema),
});

export type Cell = z.infer<typeof cellSchema>;
export type Output = z.infer<typeof outputSchema>;
