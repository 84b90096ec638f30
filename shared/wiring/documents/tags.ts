import type { JsonObject } from '#shared/foundation/core/json';
import type { Contract } from '#shared/foundation/http/contract';

/** What each group of endpoints is about, in the order in which a partner meets them. */
const ABOUT: Readonly<Record<string, string>> = {
  workspaces: 'Normally one for each of your customers. Every other resource belongs to one.',
  members: 'Your end users inside a workspace. They never sign in.',
  meetings: 'One for each real-world occurrence: its schedule, people, recordings and results.',
  people: 'Who was invited to meetings, when they were last met, and their companies.',
  bots: 'Notetakers sent to calls.',
  conversations: 'Texts: the transcript of every recorded meeting, and what orders make.',
  orders: 'Texts that are made of others: translations, as conversations.',
  folders: 'Where conversations are kept, up to ten levels deep.',
  glossaries: 'Words of your customers, with translations.',
  'style-guides': 'How transcripts and subtitles are written.',
  uploads: 'Media files to make texts of.',
  search: 'What was said in meetings and files, found by words.',
  exports: 'Conversations as files, in many formats.',
  'calendar-events': 'Occurrences that you push from your own calendar sync.',
  'calendar-connections':
    'Calendars of members that are kept in sync: connected on a hosted consent page, or published at a URL.',
  settings: 'What is recorded and how, and the scopes this is assigned to.',
  policies: 'The effective settings of a member or a workspace, with the reason of each value.',
  'summary-templates': 'The sections of a summary and what they contain.',
  'brand-kits': 'The look of the notetaker and of the summary email.',
  files: 'Images for brand kits.',
  'webhook-endpoints': 'URLs that receive signed events.',
  'webhook-events': 'The events that were sent, with every attempt, and redelivery.',
  'agent-sessions': 'Hands an API key to an agent through a code that the user pastes.',
  documents: 'The OpenAPI document, the reference, the guides and the changelog.',
};

/** Of what is sent to endpoints rather than asked. */
export const WEBHOOKS_TAG = 'events';

export function tagsOf(contracts: readonly Contract[]): readonly JsonObject[] {
  const groups = new Set(contracts.map(({ group }) => group));
  const known = Object.keys(ABOUT).filter((name) => groups.has(name));
  const others = [...groups].filter((name) => !known.includes(name));
  return [
    ...[...known, ...others].map((name) => ({ name, ...(ABOUT[name] !== undefined && { description: ABOUT[name] }) })),
    { name: WEBHOOKS_TAG, description: 'Signed requests to your endpoints: a signal to read the resource again.' },
  ];
}
