import { stemEnglish } from "./english-stemmer.ts";

/**
 * Words that docs and their readers use for the same thing, a line a group; each stands for all others of its line. Computing
 * English only, and only words that keep their sense there: `list`, `set` or `key` mean too much to stand for anything.
 */
const GROUPS = `
delete remove erase
create add
change modify update edit
save store persist
get fetch retrieve obtain
send emit transmit
show display print render
print output log
hide redact mask censor
start begin launch boot initialize
stop halt terminate end quit exit shutdown abort cancel close kill
run execute invoke
fail failure error crash
error exception
disable deactivate off
enable activate
reject deny forbid block refuse disallow
ignore skip omit exclude
max maximum limit
min minimum
limit restrict cap maximum
login authentication auth
authenticate authentication
password credential secret
image picture photo
file upload attachment
upload multipart
folder directory
url uri address endpoint
parallel concurrent simultaneous
async asynchronous
wait delay pause sleep
slow latency performance
fast speed performance
retry attempt resend repeat
duplicate identical repeated
convert transform
list array
dictionary dict object
parameter argument param
option setting configuration config
environment env
function method callback handler
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
cache store
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
customize custom
validate check verify validation
mandatory required
nested child
order sequence
large big
empty null undefined missing absent
unknown unrecognized
wrong invalid incorrect malformed
notify notification alert
email mail
schedule cron
thread worker process
conversation chat history
cost price usage
type typing
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
