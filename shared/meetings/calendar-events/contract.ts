import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  alsoDocumented,
  alsoRequired,
  documented,
  emailField,
  idField,
  idParams,
  instantField,
  metadataField,
  nameField,
  rule,
  textField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { CalendarEventBody } from '#shared/meetings/calendar-events/present';
import { LONGEST_EVENT_MS, MAX_ATTENDEES } from '#shared/meetings/calendar-events/rules/calendar-event';
import { readLink } from '#shared/meetings/meetings/rules/read-link';

const personName = textField(100);

/** A link to a call, normalised, or any http or https link to a host that is no platform's, as it was sent. */
const linkField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const reading = readLink(dataset.value);
      if (reading.kind === 'call') return reading.call.url;
      if (reading.kind === 'other_link') return reading.url;
      addIssue({ message: `[${reading.fault.code}] ${reading.fault.message}` });
      return NEVER;
    }),
  ),
  { type: 'string', format: 'uri', maxLength: 2048 },
) as v.GenericSchema<string, string>;

const PersonFields = v.strictObject({
  name: v.optional(v.nullable(personName), null),
  email: v.optional(v.nullable(emailField), null),
});

const AttendeeFields = v.strictObject({
  ...PersonFields.entries,
  response: v.optional(v.picklist(['accepted', 'declined', 'tentative', 'needs_action']), 'needs_action'),
});

export const MemberDataFields = v.strictObject({
  name: v.optional(v.nullable(nameField), null),
  email: emailField,
  metadata: v.optional(metadataField),
});

const PushFields = v.strictObject({
  workspace_id: workspaceField,
  member_id: v.optional(idField('mem')),
  member_data: v.optional(MemberDataFields),
  ical_uid: v.pipe(
    textField(1024),
    v.check((uid) => uid.trim() !== '', '[blank] must not be blank.'),
  ),
  recurring: v.optional(v.boolean(), false),
  original_starts_at: v.optional(instantField),
  title: v.optional(v.nullable(textField(500)), null),
  starts_at: v.optional(instantField),
  ends_at: v.optional(v.nullable(instantField), null),
  meeting_url: v.optional(v.nullable(linkField), null),
  organizer: v.optional(v.nullable(PersonFields), null),
  attendees: v.optional(
    v.pipe(v.array(AttendeeFields), v.maxLength(MAX_ATTENDEES, `[too_long] holds at most ${MAX_ATTENDEES} attendees.`)),
    [],
  ),
  cancelled: v.optional(v.boolean(), false),
  metadata: v.optional(metadataField),
});

type Push = v.InferOutput<typeof PushFields>;

/** A cancellation needs only the fields that identify the event or, in a series, the occurrence. */
const absentFrom = (sent: Partial<Push>): readonly (keyof Push)[] => [
  ...(sent.starts_at === undefined && sent.cancelled !== true ? (['starts_at'] as const) : []),
  ...(sent.recurring === true && sent.original_starts_at === undefined ? (['original_starts_at'] as const) : []),
  ...(sent.member_id === undefined && sent.member_data === undefined ? (['member_id'] as const) : []),
];

const endsInTime = ({ starts_at, ends_at }: Push): boolean =>
  starts_at === undefined || ends_at === null || (ends_at >= starts_at && ends_at - starts_at <= LONGEST_EVENT_MS);

/** The same for the OpenAPI document. */
const UNLESS_CANCELLED = {
  if: { properties: { cancelled: { const: true } }, required: ['cancelled'] },
  else: { required: ['starts_at'] },
};
const IF_RECURRING = {
  if: { not: { properties: { recurring: { const: true } }, required: ['recurring'] } },
  else: { required: ['original_starts_at'] },
};
const ONE_MEMBER = { oneOf: [{ required: ['member_id'] }, { required: ['member_data'] }] };

export const pushCalendarEventContract = contract({
  method: 'POST',
  path: '/calendar_events',
  group: 'calendar-events',
  access: 'participate',
  summary: 'Push a calendar event',
  description:
    'Sends one occurrence as your own calendar sync sees it. A push replaces the whole event: fields that are left out are cleared. Only `metadata` is kept, and merged when sent. With `cancelled: true`, only the fields that identify the event are required. With `recurring: true`, `original_starts_at` is required. `meeting_url` is read as for `POST /bots`; a link to a host other than Zoom, Google Meet and Microsoft Teams is stored with `platform` null.',
  body: alsoDocumented(
    v.pipe(
      PushFields,
      alsoRequired<Push>(absentFrom),
      rule<Push>('ends_at', '[invalid] must not be before starts_at, nor more than 31 days after it.', endsInTime),
      rule<Push>(
        'member_data',
        '[invalid] cannot be combined with member_id: send one of the two.',
        ({ member_id, member_data }) => member_id === undefined || member_data === undefined,
      ),
    ),
    { allOf: [UNLESS_CANCELLED, IF_RECURRING, ONE_MEMBER] },
  ),
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    member_data: { name: 'Ada Lovelace', email: 'ada@acme.com' },
    ical_uid: 'weekly@acme.com',
    recurring: true,
    original_starts_at: '2026-11-02T10:00:00Z',
    title: 'Beta launch',
    starts_at: '2026-11-02T10:00:00Z',
    ends_at: '2026-11-02T10:30:00Z',
    meeting_url: 'https://meet.google.com/abc-good-def',
    organizer: { name: 'Ada Lovelace', email: 'ada@acme.com' },
    attendees: [{ name: 'Grace Hopper', email: 'grace@partner.example', response: 'accepted' }],
  },
  responses: {
    200: { description: 'The existing event, updated.', schema: CalendarEventBody },
    201: { description: 'A new event. Its meeting may have existed before.', schema: CalendarEventBody },
  },
  errors: {
    400: ['bad_request', 'missing', 'invalid_json'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'inclusion', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field', 'missing'],
    429: ['rate_limited'],
  },
});

export const getCalendarEventContract = contract({
  method: 'GET',
  path: '/calendar_events/{id}',
  group: 'calendar-events',
  access: 'read',
  summary: 'Read a calendar event',
  description: 'The event as last pushed or synced. A cancelled event stays readable, with `cancelled_at`.',
  params: idParams('cev'),
  responses: { 200: { description: 'The calendar event.', schema: CalendarEventBody } },
  errors: { 404: ['not_found'] },
});

export const deleteCalendarEventContract = contract({
  method: 'DELETE',
  path: '/calendar_events/{id}',
  group: 'calendar-events',
  access: 'participate',
  summary: 'Cancel a calendar event',
  description:
    'Same as a push with `cancelled: true`: sets `cancelled_at` and changes nothing else. The meeting is cancelled, with its bots that have not joined yet; a meeting that another member also has is kept. The event stays readable. Cancelling it again returns it unchanged, and a later push restores it under the same id.',
  params: idParams('cev'),
  responses: {
    200: {
      description: 'The cancelled calendar event.',
      schema: CalendarEventBody,
      example: { cancelled_at: '2026-11-02T09:58:00.000Z' },
    },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
