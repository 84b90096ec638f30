/** What a parameter is for, where its name does not say it all. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'The id of the resource.',
  workspace_id: 'The workspace: its `wks_` id, or the integer id that older integrations use.',
  limit: 'The maximum number of items on a page.',
  cursor: 'The start of the page, as in `_links.next.url` of the page before. Opaque.',
  include: 'Adds a part that is left out by default.',
  format: 'Returns the transcript alone, in this format.',
  starts_after: 'Only meetings that start after this time.',
  starts_before: 'Only meetings that start before this time.',
  updated_after: 'Only meetings that changed after this time, latest change first.',
  created_after: 'Only items created after this time.',
  created_before: 'Only items created before this time.',
  participant_email: 'Only meetings that this person is invited to.',
  member_id: 'Only items of this member.',
  expires: 'When the link expires, as given in the link.',
  signature: 'The signature of the link, as given in the link.',
};

/** One sentence for a parameter: its own, or that of its field; any other narrows a list down. */
export const parameterWords = (name: string, ofField: unknown): string =>
  WORDS[name] ?? (typeof ofField === 'string' ? ofField : `Only items with this \`${name}\`.`);
