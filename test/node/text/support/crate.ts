import type { Passage } from "../../../../src/core/passage.ts";

const SECTIONS: [file: string, heading: string, text: string][] = [
  [
    "retries.md",
    "Retries",
    "A failed upload is tried again three times. The pause before the first retry is 30 seconds.\n\nTurn retries off for one upload:\n\n```py\nbucket.upload(path, retries=0)\n```\n\nFor more, see the upload guide.",
  ],
  [
    "limits.md",
    "Limits",
    "The following limits apply:\n\n- `max_size`: largest object in MiB. Defaults to 512.\n- `max_parts`: number of parts of one upload. Defaults to 100.\n- `ttl`: days until an object expires.",
  ],
  [
    "errors.md",
    "Errors",
    "| Code | Meaning |\n| --- | --- |\n| `E_QUOTA` | The bucket has no space left |\n| `E_DENIED` | The key may not write to the bucket |",
  ],
  [
    "signing.md",
    "Signed addresses",
    "A signed address lets anyone download an object for a limited time. Create it with `bucket.sign(path)`.",
  ],
  [
    "listing.md",
    "Listing objects",
    "`bucket.list(prefix)` returns the objects whose names begin with the prefix, a page at a time.",
  ],
  [
    "regions.md",
    "Regions",
    "A bucket lives in one region, which is chosen when it is created and cannot be changed later.",
  ],
  [
    "metadata.md",
    "Metadata",
    "Up to ten pairs of metadata are stored beside an object and returned with it.",
  ],
  ["events.md", "Events", "An event is sent to the queue whenever an object is created or removed."],
];

/** The docs of a made-up store of objects, a passage for each section. */
export const PASSAGES = SECTIONS.map(([file, heading, text]): Passage => {
  const anchor = heading.toLowerCase();
  const place = {
    id: file,
    file,
    url: `/docs/${file}#${anchor}`,
    anchor,
    title: heading,
    headingPath: [heading],
  };
  return { ...place, text, kind: "docs", version: "", language: "en", source: "docs" };
});
