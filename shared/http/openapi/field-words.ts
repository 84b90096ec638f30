import { isJsonObject, type Json, type JsonObject } from '#shared/core/json';

/**
 * What fields mean, where their name and type do not say it all. As in the sample values a name counts everywhere, and
 * `parent.name` or `Resource.name` there alone; a longer one wins.
 */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  metadata: 'Your own words on it: up to 50 keys of 40 characters with values of 500.',
  created_at: 'When it came to be here.',
  updated_at: 'When anything in it last changed.',
  'organizer.member_id': 'Set where the person is a member of the workspace.',
  'participants.member_id': 'Set where the person is a member of the workspace.',
  'attendees.member_id': 'Set where the person is a member of the workspace.',
  'speakers.member_id': 'Set where the person is a member of the workspace.',
  workspace_id: 'The workspace that it belongs to.',
  has_more: 'Whether there is a further page.',
  _links: 'Without `next` on the last page.',
  'Workspace.role': 'What the key may do there.',
  'Workspace.metadata': 'Shown to owners and admins alone.',
  'Workspace.email_domains': 'Whoever has an address at another one makes a meeting external.',
  'Workspace.archived_at': 'When it was archived; its content is deleted 30 days later.',
  'Member.email': 'Compared trimmed and in lower case; one member of a workspace has it.',
  'Member.calendar_connections': 'The calendars that the member connected.',
  'Meeting.id': 'Stays the same through reschedules, new links and further bots.',
  'Meeting.source':
    'A calendar that a member connected, an event that was pushed, or a bot that was sent by hand: whichever came first.',
  'Meeting.phase': 'Concerns time alone: whether something came of it is in `results`.',
  'Meeting.title': 'Of the calendar event; made up for a bot without one.',
  'Meeting.starts_at': 'For the meeting of a bot, its `join_at`.',
  'Meeting.ends_at': 'As planned; null when unknown.',
  'Meeting.meeting_url': 'May carry a passcode: keep it to yourself.',
  'Meeting.platform': 'Read off the link; null for any other.',
  'Meeting.participants': 'Who is invited, or was named when the bot was sent.',
  'Meeting.settings': 'What is in effect, with the reason of each value. In lists only with `include=settings`.',
  'Meeting.recordings': 'Every bot that was sent, oldest first.',
  'recordings.started_at': 'When the bot joined, or is to join.',
  'recordings.status': '`completed` from the moment the bot left with something, whatever its transcription yields.',
  'Meeting.results': 'How far they are; their content is at `/meetings/{id}/results`.',
  'results.status': '`none` until a recording yields something, and where nobody spoke.',
  'settings.sources': 'Which assignment decided each value; `reason` where none did.',
  'settings.assignments': 'Every assignment that reaches it.',
  'assignments.own': 'A choice of the meeting itself.',
  reason: 'Why no assignment decided.',
  'CalendarEvent.original_starts_at': 'What tells it from other occurrences, wherever it is moved to.',
  'CalendarEvent.cancelled_at': 'Set by `cancelled: true` and by `DELETE`; a later push clears it.',
  ical_uid: 'Of the calendar: the same for every occurrence of a series.',
  'Bot.meeting_id': 'There from the moment the bot is queued.',
  'Bot.meeting_url': 'Normalised. May carry a passcode: keep it to yourself.',
  'Bot.join_at': 'Null where it was to join at once.',
  'Bot.participants': 'Who is invited; rooms and the notetaker itself are left out.',
  'Bot.summary_language': 'Null follows the transcription.',
  'Bot.reason': 'Only of a failed bot: match on this, never on the text.',
  'Bot.reason_message': 'Only of a failed bot: for people.',
  'Bot.recording_available_at': 'When the recording could first be had.',
  'MeetingResults.speakers': 'Who was heard; named as far as that is known.',
  'speakers.talk_seconds': 'How long they spoke.',
  'segments.start': 'Seconds from the beginning of the recording.',
  'segments.end': 'Seconds from the beginning of the recording.',
  'segments.speaker_id': 'Null where it is not known.',
  'transcript.segments': 'Left out where they are over 4 MB: `url` has them.',
  'segments.words': 'With `include=words` alone.',
  'summary.template': 'A built-in slug, or the id of a template of the workspace.',
  'action_items.start': 'Where in the recording it was said, in seconds.',
  'media.files': 'Of every bot that brought something; links live one hour.',
  'files.size': 'In bytes.',
  'Settings.name': 'Always null for now.',
  'Settings.assignments': 'What these settings are assigned to.',
  scope: '`workspace:<id>`, `member:<id>`, `meeting:<id>`, `meetings:external`, `meetings:internal`: joined by and.',
  'methods.bot.start': '`on_join` as soon as it joins, `on_command` when somebody in the call asks.',
  'silence_detection.alert': 'Whether the notetaker speaks up after a long silence.',
  'branding.brand_kit_id': 'For scopes of a workspace alone.',
  'Policy.id': 'Of the member or the workspace that it is asked for.',
  'WebhookEndpoint.secret': 'Shown once: where the service made it, and after a rotation.',
  'WebhookEndpoint.api_version': 'The version that its events are written in.',
  'WebhookEndpoint.status': '`disabled` skips what happens meanwhile.',
  'WebhookTest.error': 'Why there was no answer; null where there was one.',
  delivery_status: '`skipped` where the endpoint was disabled or deleted.',
  next_attempt_at: 'Null when there will be none.',
  'attempts.response_body': 'Its first 1,000 characters.',
  'attempts.trigger': '`manual` for a redelivery.',
  'CalendarConnection.status': '`error` when the account stopped granting access: send the member a new connect link.',
  'CalendarConnection.error': 'While `status` is `error`.',
  'CalendarConnection.connected_at': 'When the member last finished consent.',
  'CalendarConnectLink.url': 'For this one person; shown in this answer and never again.',
  'CalendarConnectLink.member_id': 'Null where the member is made, or found by email, when the person consents.',
  'CalendarConnectLink.provider': 'Null where the person chooses.',
  'CalendarConnectLink.return_url': 'Where the browser returns to, with what came of it in its query.',
  'File.content_type': 'Read from the bytes.',
  'File.url': 'Good for one year; each read gives a fresh one.',
  'File.size': 'In bytes.',
  'BrandKit.workspace_id': 'The workspace that owns it; null where the key does not belong to it.',
  'BrandKit.workspace_ids': 'Others whose settings may choose it.',
  'SummaryTemplate.id': 'A slug for one that is built in.',
  'SummaryTemplate.built_in': 'Built-in ones are everybody’s, and stay as they are.',
  welcome_message: 'Posted in the chat on joining.',
  bot_name: 'As it shows in the call.',
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
