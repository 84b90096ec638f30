import * as v from 'valibot';

const text = v.optional(v.string());

/** A date and time with an offset, or a date for an event of whole days. */
const When = v.object({ date: text, dateTime: text, timeZone: text });

const Person = v.object({ email: text, displayName: text, self: v.optional(v.boolean()) });

/**
 * The requested fields of an event of Calendar v3. A deleted event may have `id` and `status` only
 * (https://developers.google.com/workspace/calendar/api/v3/reference/events).
 */
export const GoogleEvent = v.object({
  id: v.string(),
  status: text,
  iCalUID: text,
  recurringEventId: text,
  originalStartTime: v.optional(When),
  start: v.optional(When),
  end: v.optional(When),
  endTimeUnspecified: v.optional(v.boolean()),
  summary: text,
  location: text,
  description: text,
  visibility: text,
  eventType: text,
  hangoutLink: text,
  conferenceData: v.optional(
    v.object({ entryPoints: v.optional(v.array(v.object({ entryPointType: text, uri: text })), []) }),
  ),
  organizer: v.optional(Person),
  attendees: v.optional(
    v.array(v.object({ ...Person.entries, responseStatus: text, resource: v.optional(v.boolean()) })),
    [],
  ),
});
export type GoogleEvent = v.InferOutput<typeof GoogleEvent>;
export type GoogleWhen = v.InferOutput<typeof When>;

/** The fields requested of a page; a whole event is three times as large. */
export const FIELDS = [
  'nextPageToken',
  'nextSyncToken',
  'timeZone',
  `items(${[
    ...['id', 'status', 'iCalUID', 'recurringEventId', 'originalStartTime', 'start', 'end', 'endTimeUnspecified'],
    ...['summary', 'location', 'description', 'visibility', 'eventType', 'hangoutLink'],
    'conferenceData/entryPoints(entryPointType,uri)',
    'organizer(email,displayName,self)',
    'attendees(email,displayName,self,responseStatus,resource)',
  ].join(',')})`,
].join(',');

export const GooglePage = v.object({
  /** The time zone (IANA) of the calendar, in which its days begin. */
  timeZone: v.optional(v.string(), 'UTC'),
  /** Parsed one by one, so that one that cannot be read does not hide the others. */
  items: v.optional(v.array(v.unknown()), []),
  nextPageToken: text,
  nextSyncToken: text,
});
export type GooglePage = v.InferOutput<typeof GooglePage>;

/** `expiration`: milliseconds since 1970, as text. */
export const GoogleChannel = v.object({
  id: v.string(),
  resourceId: v.string(),
  expiration: v.pipe(v.string(), v.regex(/^\d{1,16}$/)),
});

/** An error response of the Calendar API (`errors`) or of the gateway in front of it (`details`). */
export const GoogleErrorBody = v.object({
  error: v.object({
    status: text,
    errors: v.optional(v.array(v.object({ reason: text, location: text })), []),
    details: v.optional(v.array(v.object({ reason: text })), []),
  }),
});
