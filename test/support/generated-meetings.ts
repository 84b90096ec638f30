import type { Instant } from '#shared/foundation/core/time';
import { DAY_MS } from '#shared/foundation/core/time';
import { seededRandom } from '#test/benchmarks/random';

export interface GeneratedPerson {
  readonly name: string;
  readonly email: string;
  readonly company: string;
}

export interface GeneratedCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The name of the participant who says it. */
  readonly speaker: string;
  readonly text: string;
}

/** What a meeting says about a project, in a sentence of its own. */
export interface PlantedFact {
  /** Equal for each meeting that speaks of the same thing. */
  readonly id: string;
  readonly project: string;
  readonly topic: string;
  /** A question that the sentence answers, in other words than its own. */
  readonly question: string;
  readonly sentence: string;
  readonly startSeconds: number;
  readonly speaker: string;
}

export interface GeneratedMeeting {
  readonly title: string;
  readonly startsAt: Instant;
  readonly platform: 'zoom' | 'meet' | 'teams';
  readonly participants: readonly GeneratedPerson[];
  readonly cues: readonly GeneratedCue[];
  readonly facts: readonly PlantedFact[];
}

/** The first meeting starts here; they follow at the pace of 1,000 a month. */
const FIRST_STARTS_AT = Date.UTC(2026, 0, 5, 9) as Instant;
const PACE_MS = (30 * DAY_MS) / 1000;

/** Meetings that are the same for the same seed and count, the oldest first. Each has about `words` words. */
export function generatedMeetings(seed: number, count: number, words = 1_000): readonly GeneratedMeeting[] {
  return Array.from({ length: count }, (_, nth) => generatedMeeting(seed, nth, words));
}

/** The nth of the meetings of a seed, which does not depend on how many there are. */
function generatedMeeting(seed: number, nth: number, words = 1_000): GeneratedMeeting {
  const draw = drawing(seededRandom(seed * 1_000_003 + nth));
  const participants = someParticipants(draw);
  const project = draw.one(PROJECTS);
  const planted = somePlanted(draw, project);
  const cues = someCues(draw, { words, participants, planted });
  return {
    title: `${draw.one(COMPANY_NAMES)}: ${draw.one(TITLES)} ${project}`,
    startsAt: (FIRST_STARTS_AT + Math.round(nth * PACE_MS)) as Instant,
    platform: draw.one(['zoom', 'meet', 'teams'] as const),
    participants,
    cues: cues.map(({ cue }) => cue),
    facts: cues.flatMap(({ cue, fact }) =>
      fact ? [{ ...fact, startSeconds: cue.startSeconds, speaker: cue.speaker }] : [],
    ),
  };
}

export interface GeneratedQuery {
  readonly text: string;
  /** Positions of the meetings that answer it. */
  readonly relevant: ReadonlySet<number>;
}

/** Questions about planted facts, at most one for each fact, in the order in which the facts are planted first. */
export function generatedQueries(meetings: readonly GeneratedMeeting[], count: number): readonly GeneratedQuery[] {
  const planted = meetings.flatMap(({ facts }, position) =>
    facts.map(({ id, question }) => ({ id, question, position })),
  );
  return [...Map.groupBy(planted, ({ id }) => id).values()].slice(0, count).map((of) => ({
    text: of[0]?.question ?? '',
    relevant: new Set(of.map(({ position }) => position)),
  }));
}

type Draw = ReturnType<typeof drawing>;

const drawing = (random: () => number) => {
  const below = (count: number) => Math.floor(random() * count);
  return {
    random,
    below,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    /** The first are drawn much more often than the last, as words of a language are. */
    often: <T>(of: readonly T[]): T => of[Math.floor(of.length ** random()) - 1] as T,
  };
};

function someParticipants(draw: Draw): readonly GeneratedPerson[] {
  const companies = [COMPANY_NAMES[0] as string, draw.one(COMPANY_NAMES)];
  const names = new Set<string>();
  while (names.size < 2 + draw.below(5)) names.add(`${draw.one(FIRST_NAMES)} ${draw.one(LAST_NAMES)}`);
  return [...names].map((name, nth) => {
    const company = companies[nth % 2] as string;
    const email = `${name.toLowerCase().replace(' ', '.')}@${company.toLowerCase()}.example`;
    return { name, email, company };
  });
}

type Planted = Omit<PlantedFact, 'startSeconds' | 'speaker'>;

/** Two facts of its project, now and then one of another. */
function somePlanted(draw: Draw, project: string): readonly Planted[] {
  const others = draw.random() < 0.3 ? [draw.one(PROJECTS)] : [];
  return [project, project, ...others].map((of) => {
    const { topic, question, sentences } = draw.one(TOPICS);
    const named = (text: string) =>
      text.replaceAll('{project}', of).replaceAll('{value}', draw.one(VALUES[topic] ?? ['later']));
    return {
      id: `${of}/${topic}`,
      project: of,
      topic,
      question: question.replaceAll('{project}', of),
      sentence: named(draw.one(sentences)),
    };
  });
}

interface CuesOf {
  readonly words: number;
  readonly participants: readonly GeneratedPerson[];
  readonly planted: readonly Planted[];
}

function someCues(draw: Draw, { words, participants, planted }: CuesOf) {
  const said: { text: string; fact?: Planted }[] = [];
  for (let spoken = 0; spoken < words; ) {
    const text = aSentence(draw);
    said.push({ text });
    spoken += text.split(' ').length;
  }
  for (const fact of planted) said.splice(draw.below(said.length + 1), 0, { text: fact.sentence, fact });
  let at = 0;
  return said.map(({ text, fact }) => {
    const startSeconds = Math.round(at * 10) / 10;
    at += text.split(' ').length * 0.4;
    const cue = { startSeconds, endSeconds: Math.round(at * 10) / 10, speaker: draw.one(participants).name, text };
    at += draw.random() * 2;
    return { cue, fact };
  });
}

/** Small talk of offices: it uses the words of the topics too, without a project beside them. */
function aSentence(draw: Draw): string {
  const words = Array.from({ length: 6 + draw.below(14) }, (_, nth) =>
    nth % 3 === 0 ? draw.often(SMALL_WORDS) : draw.often(COMMON_WORDS),
  );
  if (draw.random() < 0.02) words.splice(draw.below(words.length), 0, draw.one(PROJECTS));
  const text = words.join(' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

const COMPANY_NAMES = [
  'Norbury',
  'Acorn',
  'Brightwater',
  'Cobalt',
  'Dunmore',
  'Elmfield',
  'Foxglove',
  'Greystone',
  'Hartwell',
  'Ironbridge',
  'Juniper',
  'Kestrel',
  'Larkspur',
  'Moorgate',
  'Northwind',
  'Oakridge',
  'Pinecrest',
  'Quarry',
  'Ravenhill',
  'Silverton',
];
const FIRST_NAMES = [
  'Ada',
  'Ben',
  'Chloe',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Mei',
  'Noor',
  'Oscar',
  'Priya',
  'Quentin',
  'Rosa',
  'Samir',
  'Tara',
  'Umar',
  'Vera',
  'Wanda',
  'Xavier',
  'Yara',
  'Zoe',
];
const LAST_NAMES = [
  'Abbott',
  'Bianchi',
  'Costa',
  'Dupont',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ivanova',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Sato',
  'Tanaka',
  'Usman',
  'Varga',
  'Weber',
];
/** Names of projects, which small talk seldom says. */
const PROJECTS = [
  'Albatross',
  'Basilisk',
  'Cormorant',
  'Dragonfly',
  'Egret',
  'Falcon',
  'Gazelle',
  'Heron',
  'Ibex',
  'Jaguar',
  'Kingfisher',
  'Lynx',
  'Marmot',
  'Narwhal',
  'Osprey',
  'Pangolin',
  'Quetzal',
  'Raccoon',
  'Salamander',
  'Tapir',
];
const TITLES = ['weekly on', 'planning of', 'review of', 'kickoff of', 'questions about', 'retrospective of'];

interface Topic {
  readonly topic: string;
  readonly question: string;
  readonly sentences: readonly string[];
}

const TOPICS: readonly Topic[] = [
  {
    topic: 'launch',
    question: 'when is the launch of {project}',
    sentences: ['The launch of {project} moves to {value}.', 'We launch {project} on {value}, everyone agreed.'],
  },
  {
    topic: 'budget',
    question: '{project} budget',
    sentences: ['The budget for {project} is {value}.', '{project} gets a budget of {value} from finance.'],
  },
  {
    topic: 'price',
    question: 'what price do we charge for {project}',
    sentences: ['The price of {project} becomes {value} a seat.', 'We charge a price of {value} for {project}.'],
  },
  {
    topic: 'hiring',
    question: 'hiring for {project}',
    sentences: ['We are hiring {value} for {project}.', '{project} needs hiring: {value} at least.'],
  },
  {
    topic: 'contract',
    question: 'did they sign the {project} contract',
    sentences: [
      'They will sign the contract for {project} {value}.',
      'The {project} contract is ready to sign {value}.',
    ],
  },
  {
    topic: 'outage',
    question: '{project} outage cause',
    sentences: [
      'The cause of the {project} outage was {value}.',
      'During the outage of {project} the cause turned out to be {value}.',
    ],
  },
  {
    topic: 'audit',
    question: 'security audit {project}',
    sentences: [
      'The security audit of {project} found {value}.',
      '{project} passed its security audit except for {value}.',
    ],
  },
  {
    topic: 'vendor',
    question: 'vendor chosen for {project}',
    sentences: ['The vendor chosen for {project} is {value}.', 'We have chosen {value} as vendor of {project}.'],
  },
];

const VALUES: Readonly<Record<string, readonly string[]>> = {
  launch: ['the fourteenth of March', 'early June', 'the second week of October', 'the first of September'],
  budget: ['forty thousand euros', 'ninety thousand euros', 'a quarter of a million', 'twelve thousand pounds'],
  price: ['nineteen euros', 'twenty five dollars', 'nine pounds', 'forty nine euros'],
  hiring: ['two designers', 'a site reliability engineer', 'three account managers', 'one data scientist'],
  contract: ['before Friday', 'at the end of the quarter', 'once legal has replied', 'in Lisbon'],
  outage: ['an expired certificate', 'a full disk', 'a missing index', 'a wrong routing rule'],
  audit: ['two open ports', 'old passwords', 'a missing log', 'an unpatched library'],
  vendor: ['the firm from Utrecht', 'the cheaper bidder', 'the incumbent', 'the team in Porto'],
};

const SMALL_WORDS = [
  'the',
  'we',
  'and',
  'to',
  'that',
  'so',
  'it',
  'of',
  'in',
  'you',
  'for',
  'with',
  'this',
  'but',
  'they',
  'on',
  'then',
  'about',
  'from',
  'just',
];

/** Common words in order of their use, the words of the topics among them; the rest are numbered names of things. */
const COMMON_WORDS = [
  'think',
  'know',
  'right',
  'really',
  'need',
  'time',
  'people',
  'good',
  'week',
  'team',
  'work',
  'going',
  'look',
  'maybe',
  'customer',
  'point',
  'question',
  'start',
  'call',
  'next',
  'numbers',
  'plan',
  'date',
  'issue',
  'product',
  'meeting',
  'launch',
  'budget',
  'price',
  'contract',
  'vendor',
  'audit',
  'security',
  'hiring',
  'outage',
  'sign',
  'chosen',
  'cause',
  'report',
  'draft',
  'email',
  'screen',
  'page',
  'server',
  'release',
  'feature',
  'design',
  'sales',
  'market',
  'finance',
  'quarter',
  'target',
  'deadline',
  'slides',
  'legal',
  'partner',
  'support',
  'ticket',
  'office',
  'travel',
  'lunch',
  ...Array.from({ length: 4_000 }, (_, nth) => aWord(nth)),
];

/** A pronounceable word for each number. */
function aWord(nth: number): string {
  const syllables = [
    'ba',
    'den',
    'ki',
    'lor',
    'mu',
    'nes',
    'pa',
    'ri',
    'sol',
    'ta',
    'ven',
    'zo',
    'gra',
    'fe',
    'hul',
    'wi',
  ];
  const at = (power: number) => syllables[Math.floor(nth / syllables.length ** power) % syllables.length];
  return `${at(0)}${at(1)}${at(2)}${nth % 7 === 0 ? 'n' : ''}`;
}
