import type { CheckedAnswer } from '#shared/meetings/summaries/rules/check-answer';
import { PART_CHARACTERS } from '#shared/meetings/summaries/rules/transcript-parts';

/** Of the summary of one part with its line break: two of them always fit into one request. */
const LONGEST_SUMMARY = PART_CHARACTERS / 2 - 1;

/** The summary of a part as JSON, for a model that joins it to others. A longer one than fits is shortened. */
export function partSummary(summary: CheckedAnswer): string {
  const { title, sections, actionItems } = summary;
  const text = JSON.stringify({
    title,
    sections: sections.map(({ key, markdown }) => ({ key, text: markdown })),
    action_items: actionItems.map(({ text, assigneeName, start }) => ({
      text,
      assignee: assigneeName,
      seconds: start,
    })),
  });
  return text.length <= LONGEST_SUMMARY ? text : partSummary(shortened(summary));
}

/** Every text without its last quarter, and so the list of action items. */
const shortened = ({ title, sections, actionItems }: CheckedAnswer): CheckedAnswer => ({
  title,
  sections: sections.map((section) => ({ ...section, markdown: section.markdown.slice(0, kept(section.markdown)) })),
  actionItems: actionItems.slice(0, kept(actionItems)),
});

const kept = ({ length }: { readonly length: number }): number => Math.floor((length * 3) / 4);

/**
 * Summaries of parts in groups that fit into one request each, in their order. A group but the last has two or more, so
 * that joining each group at least halves their number, rounded up: 40 parts are one summary after six rounds.
 */
export function groupsToJoin<Part extends { readonly material: string }>(
  parts: readonly Part[],
): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  let characters = 0;
  for (const part of parts) {
    const length = part.material.length + 1;
    const group = groups.at(-1);
    if (group && characters + length <= PART_CHARACTERS) {
      group.push(part);
      characters += length;
    } else {
      groups.push([part]);
      characters = length;
    }
  }
  return groups;
}
