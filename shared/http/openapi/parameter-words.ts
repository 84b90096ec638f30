/** What a parameter is for, where its name does not say it all. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'The id of the resource.',
  workspace_id: 'The workspace, by its `wks_` id or the integer that older integrations know.',
  limit: 'How many a page holds at most.',
  cursor: 'Where the page begins, as the `_links.next.url` of the page before says it. Opaque.',
  include: 'Adds what is left out otherwise.',
  format: 'Answers the transcript alone, in this format.',
  starts_after: 'Only meetings that start after this moment.',
  starts_before: 'Only meetings that start before this moment.',
  updated_after: 'Only what changed after this moment, latest change first.',
  created_after: 'Only what was created after this moment.',
  created_before: 'Only what was created before this moment.',
  participant_email: 'Only meetings that this person is invited to.',
  member_id: 'Only what belongs to this member.',
  expires: 'Until when the link holds, as it came in the link.',
  signature: 'Proves the link, as it came in the link.',
};

/** One sentence for a parameter: its own, or that of its field; any other narrows a list down. */
export const parameterWords = (name: string, ofField: unknown): string =>
  WORDS[name] ?? (typeof ofField === 'string' ? ofField : `Only those with this \`${name}\`.`);
