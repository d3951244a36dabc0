/**
 * Everyday English: words by which people describe their situation rather than what docs are about. In a question they say
 * little, also when the index holds them rarely or not at all: "it *drives* my *team* *crazy*". Only words that general English uses at least
 * ten times in a million words stand here (4.0 on the Zipf scale): a rarer one would be here for some question's sake.
 */
const WORDS = `
able about above accept accident according account across actual add admit afraid afternoon again against age ago agree ahead allow
almost alone along already always amount angry another answer anybody anymore anyone anything anyway anywhere apart appear apply appreciate
area argue arrive ask attempt attention avoid away awful back bad barely base become begin behave behind believe belong below best better between big bit blame blow
boring boss bother bottom box boy break bring broken brother build bunch business busy buy call calm care careful carry case catch cause
certain chance change cheap check choice choose clean clear close coffee combine come comfortable common company compare complain complete completely
concern confirm consider contain continue cool copy correct cost couple course cover crazy create cry curious current customer cut damage danger date day
deal dear decide deep definitely degree demand depend describe deserve desire detail die differ different difficult dinner direct dirty disappear
discover discuss distance double doubt drag draw dream drive drop dry due during early easy easily eat effect effort either else empty
encounter end enjoy enough ensure enter entire entirely especially even evening eventually ever every everybody everyone everything everywhere exact exactly example except
excuse exist expect expensive experience explain explore extra eye face fact fail fair fall familiar family famous fancy far fast
favorite fear feel few figure fill final finally find fine finish first fit fix flat follow force foreign forever forget forgive former forward free
frequently fresh friend front full fun funny further future gain gather general gently gently gentle give glad go goal good gone grab gradually great ground group grow guess guide guy half hand handle
hang happen happy hard hardly hate head hear heavy heck help hide high hit hold home honest hope hopefully horrible hour house huge hundred hurry hurt idea ideal
imagine immediate immediately important impossible improve include indeed inform inside insist instead intend interest interesting introduce involve issue itself job join joke
judge jump just keep kick kid kill kind know lack large last late later laugh lazy lead learn least leave left legal less
letter level lie life light like likely line list listen little live long look lose lot loud love low luck lucky lunch
mad magic main maintain major make man manage manager many matter maybe mean meanwhile meet mention mess middle might million mind mine minimal minor minute miss mistake
moment money month more morning most mostly mother mouth move much mystery name natural near nearly necessary neither never nevertheless new news next nice night nobody
none normal normally nothing notice now nowhere number obvious obviously occur odd offer office official often ok okay old once one only opinion opposite
order ordinary otherwise ought outside over own page paper part particular partly party pass past pay people per perfect perfectly perhaps person
personal pick picture piece place plain plan play please plenty plug point poor popular position possible possibly power prefer prepare present pretend pretty
prevent previous previously price probably problem produce product promise proper properly prove provide pull purpose push put quality quick quickly quiet quietly quite random rare rarely rather
reach read ready real realize really reason recent recently recognize reduce refuse regard regular regularly relate relation rely remain remember remind remove repeat reply represent require rescue rest
result return rich rid right risk road room rough round rude ruin rule run rush sad safe safely same save say scare school second seconds secret see seem
sell send sense separate serious seriously serve several shall shame share sharp shop short show shut sick side sign silent silly similar simple simply since single sit
situation size skip sleep slight slightly slow slowly small smart smell smile smooth somebody someday somehow someone something sometimes somewhat somewhere son soon sorry sort sound space
spam speak special specific spend spot stand start state stay steal step stick still stomach stop store story straight strange street strict strong struggle stuck study stuff stupid subject succeed
such sudden suddenly suffer suggest suit suppose sure surely surprise suspect sweet swear switch take talk tall taste teach team tell tend terrible thank themselves thing think third though thought
thousand three throw thus tie tight till time tiny tire today together tomorrow tonight too top total totally touch tough toward town treat trick trouble true trust truth try turn twice two
type ugly unable under understand unfortunately unhappy unless unlike unlikely until unusual upset use useful useless usual usually vary various very view visit vote wait wake walk wall want warm wash
waste watch way weak wear week weird welcome well whatever whenever wherever whether while whole wide wild willing win wish within without woman wonder wonderful word work world
worry worse worst worth write wrong year yes yesterday yet young zero
`;

/** Prepositions, adverbs of place and time, conjunctions and comparatives: they bind words together, and docs are never about them. */
const RELATIONS = `
after afterward afterwards amid among around before beforehand beneath beside besides beyond cannot despite down elsewhere forth hence however
although onto regardless therefore throughout toward towards up upon whereas whom
bigger cheaper closer deeper earlier easier faster greater harder higher larger longer lower newer older quicker shorter simpler slower smaller sooner stronger
`;

/** Abbreviations of everyday computing: a reader's surroundings, seldom what docs are about. */
const ABBREVIATIONS = new Set(
  "AM API APP CEO CI CPU CTO DB DIY ETA FAQ GB HR ID IDE IT KB LAN MB MR OK OS PC PM POC PR QA RAM SSD TB TV UI USA UX VM VPS WIP WTF".split(
    " ",
  ),
);

/** Forms of verbs among them that no rule gives. */
const IRREGULAR_FORMS = `
arose ate became become began begun bought broke brought built came caught chose chosen cut dealt drawn dreamt drew driven drove eaten fell fallen felt forgave forgiven
forgot forgotten found gave given gone grew grown had heard held hid hidden hung kept knew known laid lain lay led left lost made meant met paid ran said sat saw seen sent
shown slept sold sought spent spoke spoken stole stolen stood stuck taken taught thought threw thrown told took understood went woke woken won wore worn written wrote
`;

const words = new Set(`${WORDS} ${RELATIONS} ${IRREGULAR_FORMS}`.trim().split(/\s+/));

/**
 * Whether a word is one of them or an inflection of one: "drives", "stopped". Not what is derived from one: "production", "import" and
 * "severity" have the stems of "product", "important" and "several", and are what docs are about.
 * @param word as it stands in the question
 */
export function isEverydayWord(word: string): boolean {
  return ABBREVIATIONS.has(word) || basesOf(word.toLowerCase()).some((base) => words.has(base));
}

/** What a word may be an inflection of, itself first. */
function basesOf(word: string): string[] {
  const bases = [word];
  for (const [ending, replacements] of ENDINGS) {
    if (!word.endsWith(ending) || word.length < ending.length + 2) continue;
    const rest = word.slice(0, -ending.length);
    for (const replacement of replacements) bases.push(rest + replacement);
    if (/([b-df-hj-np-tv-z])\1$/.test(rest)) bases.push(rest.slice(0, -1));
  }
  return bases;
}

/** Endings of plurals, verbs, adverbs and superlatives, and what may stand in their place in the base form. */
const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ["s", [""]],
  ["es", [""]],
  ["ies", ["y"]],
  ["ed", ["", "e"]],
  ["ied", ["y"]],
  ["ing", ["", "e"]],
  ["ly", ["", "le"]],
  ["ily", ["y"]],
  ["lly", ["ll"]],
  ["est", ["", "e"]],
];
