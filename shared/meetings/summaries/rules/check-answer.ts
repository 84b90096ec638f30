import type { ActionItem, SummarySection, Transcript } from '#shared/meetings/results/rules/results';

/** What a model wrote, with known fields only. */
export interface ModelAnswer {
  readonly title: string;
  readonly sections: readonly { readonly key: string; readonly text: string }[];
  readonly action_items: readonly {
    readonly text: string;
    readonly assignee: string | null;
    readonly seconds: number | null;
  }[];
}

const LONGEST_TITLE = 120;
const LONGEST_SECTION = 8_000;
const LONGEST_ITEM = 500;
const MOST_ITEMS = 50;

/** What an answer is checked against. */
export interface AnswerFacts {
  readonly transcript: Transcript;
  readonly invited: readonly string[];
  readonly sections: readonly { readonly key: string; readonly title: string }[];
}

export interface CheckedAnswer {
  readonly title: string;
  readonly sections: readonly SummarySection[];
  readonly actionItems: readonly ActionItem[];
}

/**
 * An answer as far as the meeting bears it out: the sections of the template in their order, texts of bounded length, an
 * action item's time only where something was said then, its assignee only where that person spoke or was invited.
 * Undefined where no section has a text.
 */
export function checkAnswer(answer: ModelAnswer, facts: AnswerFacts): CheckedAnswer | undefined {
  const texts = new Map(answer.sections.map(({ key, text }) => [key, bounded(text.trim(), LONGEST_SECTION)]));
  if (!facts.sections.some(({ key }) => texts.get(key))) return undefined;
  const people = peopleIn(facts);
  return {
    title: bounded(onOneLine(answer.title), LONGEST_TITLE),
    sections: facts.sections.map(({ key, title }) => ({
      key,
      title,
      markdown: asMarkdown(texts.get(key) || 'Nothing noted.'),
    })),
    actionItems: answer.action_items
      .filter(({ text }) => text.trim() !== '')
      .slice(0, MOST_ITEMS)
      .map(({ text, assignee, seconds }) => ({
        text: bounded(onOneLine(text), LONGEST_ITEM),
        assigneeName: (assignee !== null && people.get(folded(assignee))) || null,
        start: seconds !== null && wasSpokenAt(seconds, facts.transcript) ? seconds : null,
      })),
  };
}

/** Lines and lists stay; links, images, HTML and headings of a model are text. */
export const asMarkdown = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, bullet = '', rest = ''] = /^\s*([-*] )?(.*)$/.exec(line) ?? [];
      return `${bullet ? '- ' : ''}${escaped(rest)}`;
    })
    .join('\n');

export const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

/** Names by their folded form; a name that two people have counts as either's. */
function peopleIn({ transcript, invited }: AnswerFacts): ReadonlyMap<string, string> {
  const names = [...invited, ...transcript.speakers.flatMap(({ name }) => name ?? [])];
  return new Map(names.map((name) => [folded(name), name]));
}

const folded = (name: string): string => onOneLine(name).toLowerCase();

/** Seconds are rounded in what the model reads. */
const wasSpokenAt = (seconds: number, { segments }: Transcript): boolean =>
  segments.some(({ start, end }) => seconds >= start - 1 && seconds <= end + 1);

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const bounded = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
