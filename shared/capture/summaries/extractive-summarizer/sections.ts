import { type Cue, hasCue, isPromise, isRequest, plain } from '#shared/capture/summaries/extractive-summarizer/cues';
import type { Sentence } from '#shared/capture/summaries/extractive-summarizer/sentences';
import type { ActionItem, SummarySection } from '#shared/meetings/results/rules/results';
import type { SummaryTemplate } from '#shared/meetings/summaries/ports';

export interface RankedSentence extends Sentence {
  /** How central the sentence is to the transcript; see text-rank.ts. */
  readonly rank: number;
}

export interface SectionInput {
  readonly sentences: readonly RankedSentence[];
  readonly actionItems: readonly ActionItem[];
  /** Whether sentences can be classified by phrases, which are known for English only. */
  readonly isEnglish: boolean;
}

type TemplateSection = SummaryTemplate['sections'][number];

type Asked = 'overview' | 'key_points' | 'actions' | 'decisions' | readonly Cue[];

const MAX_BULLETS = 8;
const MIN_TERMS = 3;

/** What a section asks for, by its key and title. The first match applies, in built-in and custom templates. */
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
 * A section made of sentences of the transcript. Undefined if it depends on phrases that are not known for the language:
 * an empty section would claim that there was nothing.
 */
export function writeSection(section: TemplateSection, material: SectionInput): SummarySection | undefined {
  const { sentences, actionItems, isEnglish } = material;
  const asked = ASKED.find(([pattern]) => pattern.test(`${section.key} ${section.title}`.toLowerCase()))?.[1];
  if (asked === 'overview') return written(section, overview(sentences));
  if (asked === 'key_points')
    return written(section, bullets(highestRanked(MAX_BULLETS, informativeSentences(sentences))));
  if (!asked) return sectionByTopic(section, material);
  if (!isEnglish) return undefined;
  if (asked === 'actions') return written(section, actionItems.map(actionBullet).join('\n'));
  if (asked === 'decisions') return written(section, decisions(sentences));
  const fits = ({ text }: Sentence) => asked.some((cue) => hasCue(cue, text));
  return written(section, bullets(highestRanked(MAX_BULLETS, sentences.filter(fits))));
}

/** A section of an unknown kind: the sentences with words of its title and instructions, in any language. */
function sectionByTopic(section: TemplateSection, { sentences, isEnglish }: SectionInput): SummarySection | undefined {
  const topics = topicsIn(`${section.title} ${section.instructions}`);
  const found = sentences.filter((sentence) => isAbout(topics, sentence));
  // The instructions may be in another language than the transcript, so no match proves nothing.
  if (found.length === 0 && !isEnglish) return undefined;
  return written(section, bullets(highestRanked(MAX_BULLETS, found)));
}

/** Raises the rank of sentences with a word of the template's instructions above all others. */
export function boostTopics(instructions: string, sentences: readonly RankedSentence[]): RankedSentence[] {
  const topics = topicsIn(instructions);
  const top = sentences.reduce((highest, { rank }) => Math.max(highest, rank), 0);
  return sentences.map((sentence) =>
    isAbout(topics, sentence) ? { ...sentence, rank: sentence.rank + top } : sentence,
  );
}

/** Sentences that are informative by themselves: no question, commitment or request, and not too short. */
export function informativeSentences(sentences: readonly RankedSentence[]): readonly RankedSentence[] {
  const found = sentences.filter(
    ({ text, terms }) => terms.length >= MIN_TERMS && !text.endsWith('?') && !isPromise(text) && !isRequest(text),
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
  const chosen = highestRanked(most, informativeSentences(sentences));
  return chosen.map(({ text }) => plain(text)).join(' ');
}

/** A decision such as `We agreed on this.` needs the sentence after it. */
function decisions(sentences: readonly RankedSentence[]): string {
  const pointing = /\b(?:this|that|it|one|following)[.:!]?$/i;
  const found = sentences.flatMap((sentence, index) => {
    if (!hasCue('decision', sentence.text)) return [];
    const next = sentences[index + 1];
    const explains = pointing.test(sentence.text) && next?.speakerName === sentence.speakerName;
    return [explains ? { ...sentence, text: `${sentence.text} ${next.text}` } : sentence];
  });
  return bullets(highestRanked(MAX_BULLETS, found));
}

/** The most central sentences, in the order of the transcript. */
export function highestRanked<Ranked extends { readonly rank: number }>(
  most: number,
  sentences: readonly Ranked[],
): Ranked[] {
  const placed = sentences.map((sentence, place) => ({ sentence, place }));
  const chosen = placed.sort((a, b) => b.sentence.rank - a.sentence.rank || a.place - b.place).slice(0, most);
  return chosen.sort((a, b) => a.place - b.place).map(({ sentence }) => sentence);
}

const bullets = (sentences: readonly Sentence[]): string =>
  sentences.map(({ speakerName, text }) => bullet(speakerName, text)).join('\n');

const actionBullet = ({ assigneeName, text }: ActionItem): string => bullet(assigneeName, text);

const bullet = (name: string | null, text: string): string =>
  name === null ? `- ${plain(text)}` : `- **${plain(name)}**: ${plain(text)}`;

/** The words of instructions that name a topic; shorter ones are mostly function words. */
const TOPIC_WORD = /\p{L}{5,}/gu;
const STOP_WORDS = new Set([
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

const topicsIn = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(TOPIC_WORD) ?? []).filter((word) => !STOP_WORDS.has(word)));

const isAbout = (topics: ReadonlySet<string>, { terms }: Sentence): boolean => terms.some((term) => topics.has(term));

/** The most action items of a summary. */
const MAX_ITEMS = 50;

/** An item is assigned to a speaker who says `I will`. The assignee of a request is not guessed. */
export const actionItemsIn = (sentences: readonly Sentence[]): ActionItem[] =>
  sentences.flatMap(actionItemIn).slice(0, MAX_ITEMS);

function actionItemIn({ text, speakerName, start }: Sentence): ActionItem[] {
  if (isPromise(text)) return [{ text, assigneeName: speakerName, start }];
  return isRequest(text) ? [{ text, assigneeName: null, start }] : [];
}
