import { isSame } from '#shared/foundation/core/json';
import type { Segment, Summary, Transcript, Word } from '#shared/meetings/results/rules/results';

/** Whether a name that a transcript or a summary has is to go. */
export type IsNameErased = (name: string) => boolean;

/** The names that a transcript or a summary links to what was said. */
export const speakerNames = ({ speakers }: Transcript): readonly string[] => speakers.flatMap(({ name }) => name ?? []);
export const namesInSummary = ({ markdown, sections, actionItems }: Summary): readonly string[] => [
  ...actionItems.flatMap(({ assigneeName }) => assigneeName ?? []),
  ...[markdown, ...sections.map((section) => section.markdown)].flatMap((text) =>
    [...text.matchAll(SAID_BY)].map(([, name = '']) => shownAs(name)),
  ),
];

/**
 * The transcript in which erased people are speakers without a name. What was said stays; of subtitles, the labels of
 * these speakers are numbers, as those of speakers without a name are. The same object where nothing changes.
 */
export function strippedTranscript(transcript: Transcript, isErased: IsNameErased): Transcript {
  const erased = transcript.speakers.filter(({ name }) => name !== null && isErased(name));
  if (erased.length === 0) return transcript;
  const ids = new Set(erased.map(({ id }) => id));
  return {
    ...transcript,
    speakers: transcript.speakers.map((one) => (ids.has(one.id) ? { ...one, name: null } : one)),
    segments: erased.reduce(
      (segments, { id, name }) =>
        segments.map((segment) => withoutLabel(segment, name ?? '', numberOf(transcript, id))),
      transcript.segments,
    ),
  };
}

const numberOf = ({ speakers }: Transcript, id: string): string =>
  `Speaker ${speakers.findIndex((one) => one.id === id) + 1}`;

/** Labels as subtitles have them before the first word of a turn: `Ada Lovelace:` or `[Ada Lovelace]`; of two voices, behind a hyphen. */
function withoutLabel(segment: Segment, name: string, number: string): Segment {
  const forms = [(shown: string) => `${shown}:`, (shown: string) => `[${shown}]`];
  return forms.reduce((one, form) => relabelled(one, wordsIn(form(name)), wordsIn(form(number))), segment);
}

function relabelled(segment: Segment, label: readonly string[], shown: readonly string[]): Segment {
  const pattern = new RegExp(`(^-?|\\s-?)${label.map(literal).join('\\s+')}(?=\\s|$)`, 'gu');
  if (label.length === 0 || !pattern.test(segment.text)) return segment;
  const text = segment.text.replace(pattern, (_, before: string) => `${before}${shown.join(' ')}`);
  return { ...segment, text, words: relabelledWords(segment.words, label, shown) };
}

function relabelledWords(words: readonly Word[], label: readonly string[], shown: readonly string[]): readonly Word[] {
  const at = words.findIndex((_, from) => label.every((word, nth) => words[from + nth]?.text === word));
  const first = words[at];
  if (!first) return words;
  const replaced = shown.map((text) => ({ ...first, text }));
  const rest = relabelledWords(words.slice(at + label.length), label, shown);
  return [...words.slice(0, at), ...replaced, ...rest];
}

/** The summary that links no action item and no sentence to an erased person. The same object where nothing changes. */
export function strippedSummary(summary: Summary, isErased: IsNameErased): Summary {
  const after = {
    ...summary,
    markdown: withoutNames(summary.markdown, isErased),
    sections: summary.sections.map((section) => ({ ...section, markdown: withoutNames(section.markdown, isErased) })),
    actionItems: summary.actionItems.map((item) =>
      item.assigneeName !== null && isErased(item.assigneeName) ? { ...item, assigneeName: null } : item,
    ),
  };
  return isSame(summary, after) ? summary : after;
}

/** Who said a sentence stands before it in bold: `- **Ada**: I will send it.` */
const SAID_BY = /\*\*((?:[^*\\\n]|\\.)+?)(?:\*\*:|:\*\*) ?/gu;

const shownAs = (written: string): string => written.replaceAll(/\\(.)/gu, '$1');

const withoutNames = (markdown: string, isErased: IsNameErased): string =>
  markdown.replaceAll(SAID_BY, (said, name: string) => (isErased(shownAs(name)) ? '' : said));

const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
