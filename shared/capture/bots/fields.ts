import * as v from 'valibot';
import { isJsonObject, SourceNumber } from '#shared/foundation/core/json';
import {
  alsoDocumented,
  documented,
  emailField,
  idField,
  instantField,
  languageField,
  messageField,
  metadataField,
  nameField,
  optionalWorkspaceField,
  textField,
} from '#shared/foundation/http/fields';
import { type BotMetadataChange, WHOLE_METADATA_MAX_BYTES } from '#shared/meetings/bots/rules/bot-metadata';
import { readLink } from '#shared/meetings/meetings/rules/read-link';
import { templateField } from '#shared/meetings/settings/setting-fields';

/** Participants of one bot. */
export const MAX_PARTICIPANTS = 100;

/** A link to a Zoom, Meet or Teams call, however it is spelt and wrapped; normalised. */
const meetingUrlField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const reading = readLink(dataset.value);
      if (reading.kind === 'call') return reading.call.url;
      addIssue({ message: `[${reading.fault.code}] ${reading.fault.message}` });
      return NEVER;
    }),
  ),
  {
    type: 'string',
    format: 'uri',
    maxLength: 2048,
    examples: ['https://meet.google.com/abc-good-def'],
    description:
      'A link that joins a Zoom, Google Meet or Microsoft Teams call, as in an invitation. Wrapped links are unwrapped; a passcode is kept.',
  },
) as v.GenericSchema<string, string>;

/** A field with what only this request says about it. */
const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  alsoDocumented(schema, { description });

const participants = v.pipe(
  v.array(
    v.strictObject({
      email: v.optional(v.nullable(emailField), null),
      name: v.optional(v.nullable(textField(100)), null),
    }),
  ),
  v.maxLength(MAX_PARTICIPANTS, `[too_long] holds at most ${MAX_PARTICIPANTS} participants.`),
);

const recordingFields = {
  bot_name: v.optional(
    described(nameField, 'The display name of the bot in the call. Default: that of the brand kit, else `Notetaker`.'),
  ),
  welcome_message: v.optional(
    described(
      v.nullable(messageField(500)),
      'Posted in the chat when the bot joins; null for no message. Default: the `recording_message` of the brand kit.',
    ),
  ),
  language: v.optional(
    described(
      languageField('auto', 'multi'),
      'The spoken language: a BCP-47 code, `auto` to detect it, or `multi` for several. Default: `transcription.language` of the settings.',
    ),
  ),
  recording_start: v.optional(
    described(
      v.picklist(['on_join', 'on_command']),
      '`on_join`: the recording starts when the bot joins. `on_command`: it starts when a person in the call asks. Default: `recording.methods.bot.start` of the settings.',
    ),
  ),
  recording_mode: v.optional(
    described(
      v.picklist(['audio_and_video', 'audio_only']),
      'Whether the bot records video beside audio. Default: `recording.methods.bot.mode` of the settings.',
    ),
  ),
  silence_alert: v.optional(
    described(
      v.boolean(),
      'Whether the bot posts an alert in the chat after a long silence. Default: `recording.methods.bot.silence_detection.alert` of the settings.',
    ),
  ),
  summary_language: v.optional(
    described(
      v.nullable(languageField()),
      'The language of the summary: a BCP-47 code, or null for the language of the transcript. Default: `summary.language` of the settings.',
    ),
  ),
  summary_template: v.optional(
    described(
      templateField,
      'A built-in slug, or a `tpl_` id of the workspace. Default: `summary.template` of the settings.',
    ),
  ),
  participants: v.optional(
    described(
      participants,
      'The people expected in the call, unique by email. Speakers are matched with them by name. Default: the people on the invitation.',
    ),
  ),
};

const allowMultipleBots = v.optional(
  described(v.boolean(), 'Whether the bot may join although another unfinished bot is in the call.'),
  false,
);

/** What sends a bot, with metadata as the version has it. */
export const sendBody = (metadata: BotMetadataField) =>
  v.strictObject({
    workspace_id: optionalWorkspaceField,
    meeting_url: meetingUrlField,
    join_at: v.optional(
      described(
        v.nullable(instantField),
        'When the bot joins: from five minutes ago to one year ahead. Null: at once.',
      ),
      null,
    ),
    title: v.optional(
      described(
        textField(500),
        'The title of the meeting, if one is created. Default: a title made of the platform and the day.',
      ),
    ),
    member_id: v.optional(
      described(
        idField('mem'),
        'The member for whom the bot is sent. Their settings take part in the effective settings.',
      ),
    ),
    ...recordingFields,
    metadata: v.optional(metadata),
    allow_multiple_bots: allowMultipleBots,
  });

/** What changes one; what is left out stays. */
export const patchBody = (metadata: BotMetadataField) =>
  v.strictObject({
    meeting_url: v.optional(meetingUrlField),
    join_at: v.optional(v.nullable(instantField)),
    ...recordingFields,
    metadata: v.optional(metadata),
    allow_multiple_bots: allowMultipleBots,
  });

type BotMetadataField = v.GenericSchema<unknown, BotMetadataChange>;

/** A flat map, as on everything else. */
export const flatMetadataField: BotMetadataField = metadataField;

/** Any JSON object, which takes the place of the one before: what older integrations send. */
export const wholeMetadataField: BotMetadataField = v.pipe(
  v.unknown(),
  v.check((sent) => isJsonObject(sent) && !(sent instanceof SourceNumber), '[invalid_type] must be an object.'),
  v.transform((sent) => JSON.stringify(sent)),
  v.check(
    (text) => new TextEncoder().encode(text).length <= WHOLE_METADATA_MAX_BYTES,
    '[too_long] is larger than 16 KB as JSON.',
  ),
  // Numbers arrive as they were written, and are stored as numbers.
  v.transform((text): BotMetadataChange => ({ whole: JSON.parse(text) })),
);
