import { expect, it } from "vitest";
import { read } from "./html-pages.ts";

const page = (signature: string) => `<html><head><title>Man page of PUMP</title></head><body>
<h1>PUMP</h1>
Section: User Commands (1)<br>Updated: May 2026<br><a href="#index">Index</a>
<a href="../index.html">Return to Main Contents</a><hr>
<a name="lbAB">&nbsp;</a>
<h2>SYNOPSIS</h2>
<b>pump</b> [<i>,OPTION/</i>] [<i>a,b/</i>]
<p>See <a href="#lbAC">WELLS</a>.
<hr>
<a name="index">&nbsp;</a><h2>Index</h2>
<dl><dt><a href="#lbAB">SYNOPSIS</a><dd></dl>
<hr>
${signature}
</body></html>`;

it("A manual page of man2html has its words alone: no index, no ways to it, no line of the program, no marks around slanted words", () => {
  const made = page(
    'This document was created by <a href="/cgi-bin/man/man2html">man2html</a>, using the manual pages.<br>Time: 04:33:47 GMT',
  );
  const { text, headings } = read(made);
  expect(text).toContain("Section: User Commands (1)");
  expect(text).toMatch(/## SYNOPSIS\n\npump \[OPTION\] \[a,b\/\]\n\nSee WELLS\.$/);
  expect(text).not.toMatch(/Index|Return to/);
  expect(headings.at(-1)).toBe("2 SYNOPSIS #lbAB");
});

it("A page that does not say it is of man2html keeps what stands there", () => {
  const { text } = read(page("Written by hand."));
  expect(text).toContain("## Index");
  expect(text).toContain("[,OPTION/]");
  expect(text).toContain("Written by hand.");
});
