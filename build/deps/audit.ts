/** Known vulnerabilities of what runs and is deployed, as the registry tells npm. */
import { execFile } from "node:child_process";
import * as z from "zod";

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), range: z.string().optional() }),
  ),
});

/** From here on a vulnerability fails the check. */
const SERIOUS: ReadonlySet<string> = new Set(["high", "critical"]);

export interface Audit {
  /** `false` when the registry could not be asked. */
  reached: boolean;
  /** Every vulnerable package with its severity. */
  found: string[];
  /** Those that fail the check. */
  serious: string[];
}

/** @param root folder of `package-lock.json` */
export async function auditPackages(root: string): Promise<Audit> {
  const output = await npmAudit(root);
  const parsed = reportSchema.safeParse(output);
  if (!parsed.success) return { reached: false, found: [], serious: [] };
  const all = Object.entries(parsed.data.vulnerabilities);
  const line = ([name, { severity, range = "" }]: (typeof all)[number]) => `${name} ${range}: ${severity}`;
  return {
    reached: true,
    found: all.map(line),
    serious: all.filter(([, { severity }]) => SERIOUS.has(severity)).map(line),
  };
}

/** What npm wrote, as JSON; `null` when it wrote none. npm ends with an error for vulnerabilities and for faults alike. */
function npmAudit(root: string): Promise<unknown> {
  return new Promise((resolve) => {
    execFile(
      "npm",
      ["audit", "--json", "--omit=dev"],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          resolve(null);
        }
      },
    );
  });
}
