import type { JsonObject } from '#shared/core/json';
import type { Contract } from '#shared/http/contract';

/** What each group of endpoints is about, in the order in which a partner meets them. */
const ABOUT: Readonly<Record<string, string>> = {
  workspaces: 'Normally one for each of your customers. Everything else lives in one.',
  members: 'Your end users inside a workspace. They never sign in.',
  meetings: 'Each real occurrence, once: its schedule, its people, what was recorded, what came of it.',
  bots: 'Notetakers that are sent to calls.',
  'calendar-events': 'Occurrences as your own calendar sync saw them.',
  'calendar-connections': 'Calendars that members connected by hosted consent, and that are kept in sync.',
  settings: 'What is recorded and how, and to whom it is assigned.',
  policies: 'The settings that are in effect for a member or a workspace, with the reason of each.',
  'summary-templates': 'What a summary tells and in which sections.',
  'brand-kits': 'How the notetaker and the summary email look.',
  files: 'Images for brand kits.',
  'webhook-endpoints': 'Where signed events are sent.',
  'webhook-events': 'What was sent, every attempt of it, and sending it again.',
  'agent-sessions': 'The handoff of a key to an agent, by a code that its user pasted.',
  documents: 'What describes this API.',
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
