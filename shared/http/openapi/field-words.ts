import { isJsonObject, type Json, type JsonObject } from '#shared/core/json';

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
  email_domains: 'Email domains of the workspace. A person with an address at another domain makes a meeting external.',
  'Workspace.archived_at': 'When the workspace was archived. Its content is deleted 30 days later.',
  'Workspace.owner_email': 'The email of the owner.',
  'Workspace.is_human_transcription_allowed': 'Always false for now.',
  'Workspace.is_human_translation_allowed': 'Always false for now.',
  'Workspace.idp_company_names': 'Always empty for now.',
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
  organizer: 'The person who organizes the meeting; null if unknown.',
  'Meeting.calendar_event': 'Null for a meeting without a calendar event.',
  'Meeting.settings': 'The effective settings, with the reason of each value. In lists only with `include=settings`.',
  'Meeting.recordings': 'Every bot sent to the meeting, oldest first.',
  'recordings.started_at': 'When the bot joined or is scheduled to join.',
  'recordings.ended_at': 'When the bot left the call.',
  'recordings.status': '`completed` once the bot has left with a recording, even if its transcription fails.',
  'Meeting.results': 'The status of the results. Their content is at `/meetings/{id}/results`.',
  'results.status': '`none` until a recording produces something. Stays `none` if there was no speech.',
  duration_seconds: 'Length of the recording, in seconds.',
  'settings.sources': 'The assignment that decided each value; `reason` if none did.',
  'settings.assignments': 'Every assignment that applies.',
  assignment_id: 'The assignment that decided the value; null if none did.',
  settings_id: 'The settings that are assigned.',
  'assignments.own': 'Whether the scope is this meeting, member or workspace itself.',
  reason: 'Why no assignment decided the value.',
  original_starts_at: 'The original start: identifies the occurrence in its series, also after it is moved.',
  'CalendarEvent.cancelled_at': 'Set by `cancelled: true` and by `DELETE`; cleared by a later push.',
  'CalendarEvent.source': 'How the event arrived: from a connected calendar or by a push.',
  'attendees.response': 'The answer of the person to the invitation.',
  recurring: 'Whether the event is an occurrence of a series.',
  cancelled: 'Whether the event is cancelled.',
  member_data: 'The member to create. A member with this email is used instead.',
  ical_uid: 'The iCalendar UID: the same for every occurrence of a series.',
  'Bot.meeting_id': 'Set from the moment the bot is queued.',
  'Bot.meeting_url': 'Normalized. May contain a passcode: treat it as a secret.',
  'Bot.join_at': 'Null if the bot was sent to join at once.',
  join_at: 'When the bot joins. Null: at once.',
  recording_start: '`on_join`: as soon as the bot joins. `on_command`: when a person in the call asks.',
  recording_mode: 'What the bot records.',
  silence_alert: 'Whether the notetaker posts an alert after a long silence.',
  allow_multiple_bots: 'Allows a further unfinished bot on the meeting.',
  'Bot.participants': 'The people invited. Meeting rooms and the notetaker itself are left out.',
  summary_language: 'Null to follow the transcription.',
  'Bot.reason': 'Present on a failed bot. Branch on this value, not on `reason_message`.',
  'Bot.reason_message': 'Present on a failed bot: an explanation for people.',
  'Bot.recording_available_at': 'When the recording first became available.',
  'MeetingResults.speakers': 'The people heard in the recording, named if known.',
  'speakers.talk_seconds': 'How long the person spoke, in seconds.',
  'segments.start': 'Seconds from the start of the recording.',
  'segments.end': 'Seconds from the start of the recording.',
  'segments.speaker_id': 'Null if unknown.',
  'transcript.segments': 'Left out if larger than 4 MB: read them from `url`.',
  'transcript.started_at': 'When the recording started.',
  'transcript.url': 'A link to the whole transcript; null if there is none.',
  confidence: 'How certain the recognition is, from 0 to 1; null if unknown.',
  'segments.words': 'Only with `include=words`.',
  'summary.template': 'A built-in slug, or the id of a template of the workspace.',
  'summary.markdown': 'The whole summary as Markdown.',
  'action_items.start': 'When it was said, in seconds from the start of the recording.',
  'media.files': 'The files of every bot. Links are valid for one hour.',
  'files.size': 'Size in bytes.',
  'Settings.name': 'Always null for now.',
  'Settings.assignments': 'The scopes that the settings are assigned to.',
  scope: '`workspace:<id>`, `member:<id>`, `meeting:<id>`, `meetings:external`, `meetings:internal`, joined with AND.',
  'methods.bot.start': '`on_join`: as soon as the bot joins. `on_command`: when a person in the call asks.',
  'methods.bot.mode': 'What the bot records.',
  'silence_detection.alert': 'Whether the notetaker posts an alert after a long silence.',
  'branding.brand_kit_id': 'Only in settings for a workspace.',
  'Policy.id': 'The id of the member or workspace.',
  'WebhookEndpoint.secret': 'Present only in the response that generated or rotated the secret.',
  api_version: 'The API version that events are rendered at.',
  'WebhookEndpoint.status': 'While `disabled`, its events are skipped.',
  enabled_events: 'The event types to send. `*` stands for all, future ones included.',
  secret: 'Your own signing secret. If left out, the service generates one.',
  'WebhookTest.error': 'Why there was no response; null if there was one.',
  response_status: 'The HTTP status of the response; null if there was none.',
  duration_ms: 'Time until the response or the failure, in milliseconds.',
  webhook_endpoint_id: 'The endpoint that the event is for.',
  since: 'The start of the time span, inclusive.',
  until: 'The end of the time span, exclusive.',
  'WebhookRedelivery.count': 'The number of events that are sent again.',
  'WebhookRedelivery.has_more': 'Whether more events follow: repeat the request with `since` set to `until`.',
  delivery_status: '`skipped` if the endpoint was disabled or deleted.',
  next_attempt_at: 'Null if no attempt is scheduled.',
  attempts_count: 'The number of attempts so far.',
  delivered_at: 'When the receiver acknowledged the event; null until then.',
  'WebhookEventWithAttempts.data': 'The payload as it was sent; null if it could not be rendered.',
  response_body: 'The first 1,000 characters.',
  'attempts.trigger': '`manual` for a redelivery, `automatic` otherwise.',
  'attempts.error': 'Why there was no response; null if there was one.',
  'CalendarConnection.status': '`error` when the account stopped granting access: send the member a new connect link.',
  'CalendarConnection.error': 'Set while `status` is `error`.',
  'CalendarConnection.connected_at': 'When the member last finished consent.',
  account_email: 'The email of the connected account.',
  last_synced_at: 'When the calendar was last synced; null before the first sync.',
  'CalendarConnectLink.url': 'For one person only. Shown in this response only.',
  'CalendarConnectLink.member_id': 'Null if the member is created, or found by email, when the person consents.',
  'CalendarConnectLink.provider': 'Null if the person chooses.',
  'CalendarConnectLink.return_url': 'Where the browser returns to, with the outcome in the query.',
  expires_at: 'When the link expires.',
  state: 'Returned unchanged in the query of `return_url`.',
  'File.content_type': 'Read from the bytes.',
  'File.url': 'Valid for one year. Each read returns a fresh one.',
  'File.size': 'Size in bytes.',
  'BrandKit.workspace_id': 'The owning workspace; null if the key does not belong to it.',
  workspace_ids: 'Other workspaces whose settings may use the kit.',
  'bot.tile': 'The picture that the notetaker shows in the call.',
  'chat.recording_message': 'Posted when the bot joins, if `chat.enabled` is true.',
  'branded.cta': 'The button in the email.',
  'SummaryTemplate.id': 'A `tpl_` id, or the slug of a built-in template.',
  'SummaryTemplate.built_in': 'Built-in templates exist in every workspace and cannot be changed.',
  instructions: 'What matters most in the summary.',
  'sections.instructions': 'What the section contains.',
  welcome_message: 'Posted in the chat when the bot joins.',
  bot_name: 'The display name in the call.',
  api_key: 'The personal API key of the user.',
  token: 'The handoff code.',
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
