import type { ActionItem, SummarySection } from '#shared/results/rules/results';
import type { SummaryTemplate } from '#shared/summaries/ports/summarizer';
import { type Cue, carries, isPromise, isRequest } from './cues.ts';
import { plain } from './plain-markdown.ts';
import type { Sentence } from './sentences.ts';

export interface RankedSentence extends Sentence {
  /** How central it is to what was said; see text-rank.ts. */
  readonly rank: number;
}

export interface Material {
  readonly sentences: readonly RankedSentence[];
  readonly actionItems: readonly ActionItem[];
  /** Whether turns of speech can be judged: they are known in English alone. */
  readonly isEnglish: boolean;
}

type TemplateSection = SummaryTemplate['sections'][number];

type Asked = 'overview' | 'key_points' | 'actions' | 'decisions' | readonly Cue[];

const MOST_BULLETS = 8;
const FEWEST_TERMS_TO_TELL = 3;

/** What a section's key and title ask for: the first that fits, in built-in and custom templates alike. */
const ASKED: readonly (readonly [RegExp, Asked])[] = [
  [/overview|summary|abstract|recap/, 'overview'],
  [/key.?points?|highlights|takeaways/, 'key_points'],
  [/action|to.?dos?\b|tasks?\b/, 'actions'],
  [/decision|agreement/, 'decisions'],
  [/next|follow.?up/, ['next']],
  [/question/, ['question']],
  [/need/, ['need', 'risk']],
  [/risk|block|objection|concern|problem|issue/, ['risk']],
  [/idea|wish|suggestion/, ['idea']],
  [/feedback|said/, ['feedback']],
  [/budget|price|pricing|cost|timing/, ['money']],
  [/done|progress|finished/, ['done']],
  [/plan/, ['plan']],
  [/definition|terms?\b|glossary/, ['definition']],
];

/**
 * A section out of sentences that were said, never others. Undefined where it would take knowing the language's turns
 * of speech to say whether there is anything: an empty section would claim that there is nothing.
 */
export function writeSection(section: TemplateSection, material: Material): SummarySection | undefined {
  const { sentences, actionItems, isEnglish } = material;
  const asked = ASKED.find(([pattern]) => pattern.test(`${section.key} ${section.title}`.toLowerCase()))?.[1];
  if (asked === 'overview') return written(section, overview(sentences));
  if (asked === 'key_points') return written(section, bullets(best(MOST_BULLETS, telling(sentences))));
  if (!asked) return aboutItself(section, material);
  if (!isEnglish) return undefined;
  if (asked === 'actions') return written(section, actionItems.map(actionBullet).join('\n'));
  if (asked === 'decisions') return written(section, decisions(sentences));
  const fits = ({ text }: Sentence) => asked.some((cue) => carries(cue, text));
  return written(section, bullets(best(MOST_BULLETS, sentences.filter(fits))));
}

/** A section of no kind that is known: the sentences with the words of its title and instructions, in any language. */
function aboutItself(section: TemplateSection, { sentences, isEnglish }: Material): SummarySection | undefined {
  const wished = wishesIn(`${section.title} ${section.instructions}`);
  const found = sentences.filter((sentence) => isAbout(wished, sentence));
  // Asked for in another language than was spoken, it may well have come up.
  if (found.length === 0 && !isEnglish) return undefined;
  return written(section, bullets(best(MOST_BULLETS, found)));
}

/** The sentences, those ahead of all others that have a word of what the template as a whole asks for. */
export function favouring(instructions: string, sentences: readonly RankedSentence[]): RankedSentence[] {
  const wished = wishesIn(instructions);
  const top = sentences.reduce((highest, { rank }) => Math.max(highest, rank), 0);
  return sentences.map((sentence) =>
    isAbout(wished, sentence) ? { ...sentence, rank: sentence.rank + top } : sentence,
  );
}

/** Sentences that can stand alone: no question, nothing taken on or asked for, more than a word or two of content. */
export function telling(sentences: readonly RankedSentence[]): readonly RankedSentence[] {
  const found = sentences.filter(
    ({ text, terms }) =>
      terms.length >= FEWEST_TERMS_TO_TELL && !text.endsWith('?') && !isPromise(text) && !isRequest(text),
  );
  return found.length > 0 ? found : sentences;
}

const written = ({ key, title }: TemplateSection, markdown: string): SummarySection => ({
  key,
  title,
  markdown: markdown === '' ? 'Nothing noted.' : markdown,
});

function overview(sentences: readonly RankedSentence[]): string {
  const most = Math.min(5, Math.max(2, Math.round(sentences.length / 6)));
  const chosen = best(most, telling(sentences));
  return chosen.map(({ text }) => plain(text)).join(' ');
}

/** `We agreed on this.` says nothing without the sentence after it. */
function decisions(sentences: readonly RankedSentence[]): string {
  const pointing = /\b(?:this|that|it|one|following)[.:!]?$/i;
  const found = sentences.flatMap((sentence, index) => {
    if (!carries('decision', sentence.text)) return [];
    const next = sentences[index + 1];
    const explains = pointing.test(sentence.text) && next?.speakerName === sentence.speakerName;
    return [explains ? { ...sentence, text: `${sentence.text} ${next.text}` } : sentence];
  });
  return bullets(best(MOST_BULLETS, found));
}

/** The most central ones, in the order in which they were said. */
export function best<Ranked extends { readonly rank: number }>(most: number, sentences: readonly Ranked[]): Ranked[] {
  const placed = sentences.map((sentence, place) => ({ sentence, place }));
  const chosen = placed.sort((a, b) => b.sentence.rank - a.sentence.rank || a.place - b.place).slice(0, most);
  return chosen.sort((a, b) => a.place - b.place).map(({ sentence }) => sentence);
}

const bullets = (sentences: readonly Sentence[]): string =>
  sentences.map(({ speakerName, text }) => bullet(speakerName, text)).join('\n');

const actionBullet = ({ assigneeName, text }: ActionItem): string => bullet(assigneeName, text);

const bullet = (name: string | null, text: string): string =>
  name === null ? `- ${plain(text)}` : `- **${plain(name)}**: ${plain(text)}`;

/** Words of a wish that say what is wished for; the short ones say how. */
const WISH = /\p{L}{5,}/gu;
const SAYS_NOTHING = new Set([
  'about',
  'their',
  'there',
  'these',
  'those',
  'which',
  'where',
  'while',
  'would',
  'should',
  'section',
  'meeting',
  'write',
  'every',
  'other',
]);

const wishesIn = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(WISH) ?? []).filter((word) => !SAYS_NOTHING.has(word)));

const isAbout = (wished: ReadonlySet<string>, { terms }: Sentence): boolean => terms.some((term) => wished.has(term));
