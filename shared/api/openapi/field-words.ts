import { isJsonObject, type Json, type JsonObject } from '#shared/domain/json';

/**
 * What fields mean, where their name and type do not say it all. As in the sample values a name counts everywhere, and
 * `parent.name` or `Resource.name` there alone; a longer one wins.
 */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  metadata: 'Your own key-value pairs: up to 50 keys of 40 characters, with values of up to 500 characters.',
  created_at: 'When the resource was created.',
  updated_at: 'When the resource last changed.',
  'organizer.member_id': 'Set if the person is a member of the workspace.',
  'participants.member_id': 'Set if the person is a member of the workspace.',
  'attendees.member_id': 'Set if the person is a member of the workspace.',
  'speakers.member_id': 'Set if the person is a member of the workspace.',
  workspace_id: 'The workspace that the resource belongs to.',
  has_more: 'Whether there is another page.',
  _links: '`next` is absent on the last page.',
  'Workspace.role': 'The role of the key in the workspace.',
  'Workspace.metadata': 'Shown to owners and admins only.',
  'Workspace.email_domains':
    'Email domains of the workspace. A person with an address at another domain makes a meeting external.',
  'Workspace.archived_at': 'When the workspace was archived. Its content is deleted 30 days later.',
  'Member.email': 'Compared trimmed and in lower case. Unique in the workspace.',
  'Member.calendar_connections': 'The calendars that the member connected.',
  'Meeting.id': 'Stays the same through reschedules, new links and further bots.',
  'Meeting.source':
    'What created the meeting: a connected calendar, a pushed calendar event, or a bot sent with `POST /bots`.',
  'Meeting.phase': 'The phase in time. Whether the meeting was recorded is in `results`.',
  'Meeting.title': 'The title of the calendar event; generated for a bot without one.',
  'Meeting.starts_at': 'For a meeting without a calendar event, the `join_at` of its bot.',
  'Meeting.ends_at': 'The scheduled end; null if unknown.',
  'Meeting.meeting_url': 'May contain a passcode: treat it as a secret.',
  'Meeting.platform': 'Derived from the link; null for any other link.',
  'Meeting.participants': 'The people on the invitation, or those given when the bot was sent.',
  'Meeting.settings': 'The effective settings, with the reason of each value. In lists only with `include=settings`.',
  'Meeting.recordings': 'Every bot sent to the meeting, oldest first.',
  'recordings.started_at': 'When the bot joined or is scheduled to join.',
  'recordings.status': '`completed` once the bot has left with a recording, even if its transcription fails.',
  'Meeting.results': 'The status of the results. Their content is at `/meetings/{id}/results`.',
  'results.status': '`none` until a recording produces something. Stays `none` if there was no speech.',
  'settings.sources': 'The assignment that decided each value; `reason` if none did.',
  'settings.assignments': 'Every assignment that applies.',
  'assignments.own': 'Whether the scope is this meeting, member or workspace itself.',
  reason: 'Why no assignment decided the value.',
  'CalendarEvent.original_starts_at':
    'The original start: identifies the occurrence in its series, also after it is moved.',
  'CalendarEvent.cancelled_at': 'Set by `cancelled: true` and by `DELETE`; cleared by a later push.',
  ical_uid: 'The iCalendar UID: the same for every occurrence of a series.',
  'Bot.meeting_id': 'Set from the moment the bot is queued.',
  'Bot.meeting_url': 'Normalized. May contain a passcode: treat it as a secret.',
  'Bot.join_at': 'Null if the bot was sent to join at once.',
  'Bot.participants': 'The people invited. Meeting rooms and the notetaker itself are left out.',
  'Bot.summary_language': 'Null to follow the transcription.',
  'Bot.reason': 'Present on a failed bot. Branch on this value, not on `reason_message`.',
  'Bot.reason_message': 'Present on a failed bot: an explanation for people.',
  'Bot.recording_available_at': 'When the recording first became available.',
  'MeetingResults.speakers': 'The people heard in the recording, named if known.',
  'speakers.talk_seconds': 'How long the person spoke, in seconds.',
  'segments.start': 'Seconds from the start of the recording.',
  'segments.end': 'Seconds from the start of the recording.',
  'segments.speaker_id': 'Null if unknown.',
  'transcript.segments': 'Left out if larger than 4 MB: read them from `url`.',
  'segments.words': 'Only with `include=words`.',
  'summary.template': 'A built-in slug, or the id of a template of the workspace.',
  'action_items.start': 'When it was said, in seconds from the start of the recording.',
  'media.files': 'The files of every bot. Links are valid for one hour.',
  'files.size': 'Size in bytes.',
  'Settings.name': 'Always null for now.',
  'Settings.assignments': 'The scopes that the settings are assigned to.',
  scope: '`workspace:<id>`, `member:<id>`, `meeting:<id>`, `meetings:external`, `meetings:internal`, joined with AND.',
  'methods.bot.start': '`on_join`: as soon as the bot joins. `on_command`: when a person in the call asks.',
  'silence_detection.alert': 'Whether the notetaker posts an alert after a long silence.',
  'branding.brand_kit_id': 'Only in settings for a workspace.',
  'Policy.id': 'The id of the member or workspace.',
  'WebhookEndpoint.secret': 'Present only in the response that generated or rotated the secret.',
  'WebhookEndpoint.api_version': 'The API version that its events are rendered at.',
  'WebhookEndpoint.status': 'While `disabled`, its events are skipped.',
  'WebhookTest.error': 'Why there was no response; null if there was one.',
  delivery_status: '`skipped` if the endpoint was disabled or deleted.',
  next_attempt_at: 'Null if no attempt is scheduled.',
  'attempts.response_body': 'The first 1,000 characters.',
  'attempts.trigger': '`manual` for a redelivery, `automatic` otherwise.',
  'CalendarConnection.status': '`error` when the account stopped granting access: send the member a new connect link.',
  'CalendarConnection.error': 'Set while `status` is `error`.',
  'CalendarConnection.connected_at': 'When the member last finished consent.',
  'CalendarConnectLink.url': 'For one person only. Shown in this response only.',
  'CalendarConnectLink.member_id': 'Null if the member is created, or found by email, when the person consents.',
  'CalendarConnectLink.provider': 'Null if the person chooses.',
  'CalendarConnectLink.return_url': 'Where the browser returns to, with the outcome in the query.',
  'File.content_type': 'Read from the bytes.',
  'File.url': 'Valid for one year. Each read returns a fresh one.',
  'File.size': 'Size in bytes.',
  'BrandKit.workspace_id': 'The owning workspace; null if the key does not belong to it.',
  'BrandKit.workspace_ids': 'Other workspaces whose settings may use the kit.',
  'SummaryTemplate.id': 'A `tpl_` id, or the slug of a built-in template.',
  'SummaryTemplate.built_in': 'Built-in templates exist in every workspace and cannot be changed.',
  welcome_message: 'Posted in the chat when the bot joins.',
  bot_name: 'The display name in the call.',
};

/** A schema with words at its fields that have none of their own; `name` is that of the resource, if it is one. */
export function withWords(schema: Json, name: string): Json {
  return worded(schema, [name]);
}

function worded(schema: Json, at: readonly string[]): Json {
  if (Array.isArray(schema)) return schema.map((one) => worded(one, at));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, child]) => [
      key,
      key === 'properties' && isJsonObject(child) ? describedFields(child, at) : inside(key, child, at),
    ]),
  );
}

/** Beneath these are schemas of the same place; all else is a value. */
const inside = (key: string, child: Json, at: readonly string[]): Json =>
  ['items', 'anyOf', 'oneOf', 'allOf'].includes(key) ? worded(child, at) : child;

const describedFields = (fields: JsonObject, at: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = [...at, name];
      const inner = worded(field, path);
      const words = wordsAt(path);
      const isBare = isJsonObject(inner) && !('description' in inner) && !('$ref' in inner);
      return [name, isBare && words !== undefined ? { ...inner, description: words } : inner];
    }),
  );

function wordsAt(path: readonly string[]): string | undefined {
  const ends = path.map((_, from) => path.slice(from).join('.'));
  const known = ends.find((end) => Object.hasOwn(FIELD_WORDS, end));
  return known === undefined ? undefined : FIELD_WORDS[known];
}
