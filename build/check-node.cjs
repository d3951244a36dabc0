// Plain JavaScript of any age: it must run where the rest does not.

// Read by build/output/end-with-npm.ts, which is loaded so much later that these may have been told to stop meanwhile.
globalThis[Symbol.for("repobot.ancestors")] = {
  parentPid: process.ppid,
  grandparentPid: parentOf(process.ppid),
};

// null where the system has no /proc: the parent alone is watched then.
function parentOf(pid) {
  try {
    const stat = require("node:fs").readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, which may hold anything, stands in brackets; then come the state and the parent.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch (_) {
    return null;
  }
}

if (!process.features.typescript) {
  process.stderr.write(
    `error: RepoBot needs Node.js 22.18 or newer; this is ${process.version}. Install it from https://nodejs.org, then run npm ci again.\n` +
      (process.platform === "linux"
        ? "On Linux, npm ci brings Node.js 22 along, unless optional packages are left out.\n"
        : ""),
  );
  process.exit(1);
}
