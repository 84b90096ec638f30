import type ICAL from 'ical.js';
import { readMeetingUrl } from '#shared/meetings/rules/meeting-url';

/** Where calendars write the link to a call, the surest first. */
const PLACES = [
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
  'location',
  'url',
  'description',
];

/** The first link to a Zoom, Meet or Teams call that an event carries, wherever it was written. */
export function meetingLinkOf(event: ICAL.Component): string | null {
  const texts = PLACES.flatMap((place) => event.getAllProperties(place).map((property) => property.getFirstValue()));
  const links = texts.flatMap((text) => String(text ?? '').match(LINK) ?? []);
  return links.find((link) => 'url' in readMeetingUrl(link)) ?? null;
}

/** Up to a character that a sentence or a piece of HTML puts behind a link. */
const LINK = /https:\/\/[^\s<>"'\\]*[^\s<>"'\\.,;:!?)\]]/g;
