import * as v from 'valibot';
import type { BotMetadataField } from '#shared/bots/metadata-fields';
import {
  documented,
  emailField,
  idField,
  instantField,
  languageField,
  nameField,
  textField,
  workspaceField,
} from '#shared/http/fields';
import { readMeetingUrl } from '#shared/meetings/rules/meeting-url';
import { templateField } from '#shared/settings/setting-fields';

const MAX_PARTICIPANTS = 100;

/** A Zoom, Meet or Teams link in whatever disguise it comes; normalised. */
const meetingUrlField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readMeetingUrl(dataset.value);
      if ('url' in read) return read.url;
      addIssue({ message: `[${read.fault}] ${read.message.replace(/^meeting_url /, '')}` });
      return NEVER;
    }),
  ),
  { type: 'string', format: 'uri', maxLength: 2048, examples: ['https://meet.google.com/abc-good-def'] },
) as v.GenericSchema<string, string>;

const participants = v.pipe(
  v.array(
    v.strictObject({
      email: v.optional(v.nullable(emailField), null),
      name: v.optional(v.nullable(textField(100)), null),
    }),
  ),
  v.check((some) => some.length <= MAX_PARTICIPANTS, `[too_long] holds at most ${MAX_PARTICIPANTS} participants.`),
);

const recordingFields = {
  bot_name: v.optional(nameField),
  welcome_message: v.optional(v.nullable(textField(500))),
  language: v.optional(languageField('auto', 'multi')),
  recording_start: v.optional(v.picklist(['on_join', 'on_command'])),
  recording_mode: v.optional(v.picklist(['audio_and_video', 'audio_only'])),
  silence_alert: v.optional(v.boolean()),
  summary_language: v.optional(v.nullable(languageField())),
  summary_template: v.optional(templateField),
  participants: v.optional(participants),
};

/** What sends a bot, with metadata as the version has it. */
export const sendBody = (metadata: BotMetadataField) =>
  v.strictObject({
    workspace_id: v.optional(workspaceField),
    meeting_url: meetingUrlField,
    join_at: v.optional(v.nullable(instantField), null),
    title: v.optional(textField(500)),
    member_id: v.optional(idField('mem')),
    ...recordingFields,
    metadata: v.optional(metadata),
    allow_multiple_bots: v.optional(v.boolean(), false),
  });

/** What changes one; what is left out stays. */
export const patchBody = (metadata: BotMetadataField) =>
  v.strictObject({
    meeting_url: v.optional(meetingUrlField),
    join_at: v.optional(v.nullable(instantField)),
    ...recordingFields,
    metadata: v.optional(metadata),
  });
