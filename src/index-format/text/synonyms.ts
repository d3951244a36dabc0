import { stemEnglish } from "./english-stemmer.ts";

/**
 * Words that docs and their readers use for the same thing, a line a group; each stands for all others of its line. Computing
 * English only, and only words that keep their sense there: `list`, `set` or `key` mean too much to stand for anything.
 */
const GROUPS = `
delete remove erase
change modify update edit
save store persist
fetch retrieve obtain
send emit transmit
show display print
print output log
hide redact mask censor
start begin launch boot initialize
stop halt terminate quit exit kill shutdown
abort cancel interrupt
close shutdown
run execute invoke
fail failure error crash
error exception
disable deactivate off
reject deny forbid block refuse disallow
ignore skip omit exclude
max maximum limit
min minimum
limit restrict cap maximum
login authentication auth
authenticate authentication
password credential secret
image picture photo
upload attachment multipart
folder directory
url uri address
parallel concurrent simultaneous
async asynchronous
wait delay pause sleep
slow latency performance
fast speed performance
retry attempt resend repeat
duplicate identical repeated
convert transform
list array
dictionary dict
parameter argument param
option setting configuration config
environment env
callback handler
package module library
upgrade migrate migration
deprecated obsolete legacy
example sample
log logger logging
debug troubleshoot
mock stub fake simulate emulate
deploy publish
container docker
database db
memory ram heap
response reply answer
body payload
encode encoding charset
compress gzip compression
encrypt tls ssl https
certificate cert
proxy tunnel
event hook listener
plugin extension
validate check verify validation
mandatory required
null undefined empty
missing absent
unknown unrecognized
wrong invalid incorrect malformed
notify notification alert
email mail
schedule cron
thread worker
conversation chat history
cost price
documentation docs
host hostname domain
browser client frontend
backend server
timeout deadline
record capture
hang stall freeze
idle inactive
restart reload
`;

/**
 * What one occurrence of a synonym counts for, the word itself counting 1: enough to find a page that uses no other word, too little
 * to outdo one that uses the reader's. From 0.2 to 0.3 the evaluation is level.
 */
export const SYNONYM_SHARE = 0.25;

const SYNONYMS = new Map<string, string[]>();
for (const line of GROUPS.trim().split("\n")) {
  const stems = line.split(" ").map(stemEnglish);
  for (const stem of stems) {
    const known = SYNONYMS.get(stem) ?? [];
    known.push(...stems.filter((other) => other !== stem && !known.includes(other)));
    SYNONYMS.set(stem, known);
  }
}

/** Stems that stand for a stem, nearest first. */
export function synonymsOf(term: string): readonly string[] {
  return SYNONYMS.get(term) ?? [];
}
