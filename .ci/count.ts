// Prints the gate's closing line from Vitest's JSON report, and decides the exit code:
// 0 only if the run succeeded, at least one test ran, and none failed or was skipped.
import { readFileSync } from "node:fs";

const [reportPath = "", statusText = "1"] = process.argv.slice(2);
const status = Number(statusText);

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

let report: Report | null = null;
try {
  report = JSON.parse(readFileSync(reportPath, "utf8")) as Report;
} catch {
  console.log(`No test report was written (the run ended with status ${status}).`);
}

if (report === null) {
  console.log("0 passed, 1 failed");
  process.exit(status === 0 ? 1 : status);
}

const skipped = report.testResults.flatMap((file) =>
  file.assertionResults
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => `${file.name}: ${test.fullName}`),
);
for (const name of skipped) console.log(`Skipped, though everything is installed here: ${name}`);

const failed = report.numFailedTests + skipped.length;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exit(status !== 0 ? status : failed > 0 || report.numPassedTests === 0 ? 1 : 0);
