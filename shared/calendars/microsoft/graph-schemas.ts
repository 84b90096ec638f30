import * as v from 'valibot';

/** A field that is absent has the value of the series; one that is null has none. */
const text = v.optional(v.nullable(v.string()));
const flag = v.optional(v.nullable(v.boolean()));

const When = v.object({ dateTime: v.string(), timeZone: v.string() });
const Address = v.object({ name: text, address: text });
const Recipient = v.object({ emailAddress: v.optional(v.nullable(Address)) });
const Response = v.object({ response: text });

/**
 * The fields used of an event of Graph v1.0. In a delta an `occurrence` has only its id, its series and its times, and a
 * removed event only its id and `@removed` (https://learn.microsoft.com/graph/api/event-delta).
 */
export const GraphEvent = v.object({
  id: v.string(),
  '@removed': v.optional(v.unknown()),
  type: text,
  seriesMasterId: text,
  uid: text,
  iCalUId: text,
  originalStart: text,
  start: v.optional(v.nullable(When)),
  end: v.optional(v.nullable(When)),
  isAllDay: flag,
  isCancelled: flag,
  sensitivity: text,
  subject: text,
  body: v.optional(v.nullable(v.object({ content: text }))),
  location: v.optional(v.nullable(v.object({ displayName: text }))),
  onlineMeeting: v.optional(v.nullable(v.object({ joinUrl: text }))),
  onlineMeetingUrl: text,
  organizer: v.optional(v.nullable(Recipient)),
  attendees: v.optional(
    v.nullable(v.array(v.object({ ...Recipient.entries, type: text, status: v.optional(v.nullable(Response)) }))),
  ),
  responseStatus: v.optional(v.nullable(Response)),
});
export type GraphEvent = v.InferOutput<typeof GraphEvent>;
export type GraphWhen = v.InferOutput<typeof When>;

export const GraphPage = v.object({
  /** Parsed one by one, so that one that cannot be read does not hide the others. */
  value: v.array(v.unknown()),
  '@odata.nextLink': v.optional(v.string()),
  '@odata.deltaLink': v.optional(v.string()),
});

export const GraphSubscription = v.object({ id: v.string(), expirationDateTime: v.string() });

/** https://learn.microsoft.com/graph/errors */
export const GraphErrorBody = v.object({ error: v.object({ code: v.string() }) });
