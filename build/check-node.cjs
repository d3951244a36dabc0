// Plain JavaScript of any age: it must run where the rest does not.

// Read by build/output/stopped.ts, which is loaded so much later that the parent may have been told to stop meanwhile.
globalThis[Symbol.for("repobot.parentPid")] = process.ppid;

if (!process.features.typescript) {
  process.stderr.write(
    `error: RepoBot needs Node.js 22.18 or newer; this is ${process.version}. Install it from https://nodejs.org, then run npm ci again.\n` +
      (process.platform === "linux"
        ? "On Linux, npm ci brings Node.js 22 along, unless optional packages are left out.\n"
        : ""),
  );
  process.exit(1);
}
