import type { EventDetails } from '#test/doubles/calendar-providers/calendar/events';

/** Where an event says how to join it, and the link that is to come of it. */
export interface LinkForm {
  readonly places: Pick<EventDetails, 'location' | 'description' | 'conferenceUrl'>;
  readonly link: string | null;
}

const nowhere = { location: null, description: null, conferenceUrl: null };
const zoom = 'https://acme.zoom.us/j/1234567890?pwd=abc';
const meet = 'https://meet.google.com/abc-good-def';
const teams = 'https://teams.microsoft.com/meet/2123456789012?p=AbCdEf';

/** The rule itself has its own cases; these say that each place arrives. */
export const LINK_FORMS: readonly LinkForm[] = [
  { places: nowhere, link: null },
  { places: { ...nowhere, conferenceUrl: meet }, link: meet },
  { places: { ...nowhere, conferenceUrl: teams }, link: teams },
  { places: { ...nowhere, location: zoom }, link: zoom },
  { places: { ...nowhere, location: `Room 4; ${zoom}`, conferenceUrl: meet }, link: zoom },
  { places: { ...nowhere, description: `Join (${zoom}).` }, link: zoom },
  { places: { ...nowhere, description: `<p>Join <a href="${zoom.replace('&', '&amp;')}">here</a></p>` }, link: zoom },
  {
    places: { ...nowhere, location: 'Room 4', description: 'Agenda: https://docs.google.com/document/d/1' },
    link: null,
  },
];

/** The link that an event with these places is to have; only of those above. */
export function linkIn({ location, description, conferenceUrl }: LinkForm['places']): string | null {
  const form = LINK_FORMS.find(
    ({ places }) =>
      places.location === location && places.description === description && places.conferenceUrl === conferenceUrl,
  );
  if (!form) throw new Error('These places were not drawn.');
  return form.link;
}
