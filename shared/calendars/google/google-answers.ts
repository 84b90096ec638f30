import * as v from 'valibot';

const text = v.optional(v.string());

/** Hours with an offset, or days. */
const When = v.object({ date: text, dateTime: text, timeZone: text });

const Person = v.object({ email: text, displayName: text, self: v.optional(v.boolean()) });

/**
 * An event of Calendar v3, as much of it as is asked for. Of one that is gone only `id` and `status` are sure to be
 * there (https://developers.google.com/workspace/calendar/api/v3/reference/events).
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

/** What is asked for of each answer: an event has three times as much. */
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
  /** The calendar's own zone (IANA), in which its days begin. */
  timeZone: v.optional(v.string(), 'UTC'),
  items: v.optional(v.array(GoogleEvent), []),
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

/** Both forms that Google's faults have: `errors` of the Calendar API, `details` of what stands before it. */
export const GoogleFault = v.object({
  error: v.object({
    status: text,
    errors: v.optional(v.array(v.object({ reason: text, location: text })), []),
    details: v.optional(v.array(v.object({ reason: text })), []),
  }),
});
