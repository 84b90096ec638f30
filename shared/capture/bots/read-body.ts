import type * as v from 'valibot';
import type { NamedForBot } from '#shared/capture/bots/commands/load-candidates';
import type { patchBotContract, sendBotContract } from '#shared/capture/bots/contract';
import { uniqueByEmail } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { BotSettings } from '#shared/meetings/bots/rules/bot';
import { botMetadataAfter } from '#shared/meetings/bots/rules/bot-metadata';
import type { BotRequest } from '#shared/meetings/bots/rules/bot-request';
import type { BotPatch } from '#shared/meetings/bots/rules/update-bot';
import { callIn } from '#shared/meetings/meetings/rules/read-link';

type SendBody = v.InferOutput<typeof sendBotContract.body>;
type PatchBody = v.InferOutput<typeof patchBotContract.body>;

/** The body of `POST /bots` as a request for a bot. */
export const botRequestFrom = (body: SendBody, now: Instant): BotRequest => ({
  meetingUrl: body.meeting_url,
  joinAt: body.join_at,
  requestedAt: now,
  memberId: body.member_id,
  title: body.title,
  botName: body.bot_name,
  welcomeMessage: body.welcome_message,
  choices: botSettingsIn(body),
  participants: body.participants && uniqueByEmail(body.participants),
  metadata: body.metadata ? botMetadataAfter({}, body.metadata) : {},
  allowMultipleBots: body.allow_multiple_bots,
});

/** The same as far as it names rows, from a body that was not validated; undefined without a link that can be joined. */
export function namedForBot(body: BodyReader, now: Instant): NamedForBot | undefined {
  const call = callIn(body.text('meeting_url') ?? '');
  if (!call) return undefined;
  return {
    meetingUrl: call.url,
    joinAt: body.instant('join_at') ?? null,
    requestedAt: now,
    memberId: body.id('mem', 'member_id'),
  };
}

/** The body of `PATCH /bots/{id}` as a patch. */
export const botPatchFrom = (body: PatchBody): BotPatch => ({
  metadata: body.metadata,
  identity: {
    ...(body.bot_name !== undefined && { botName: body.bot_name }),
    ...(body.welcome_message !== undefined && { welcomeMessage: body.welcome_message }),
    ...(body.participants !== undefined && { participants: uniqueByEmail(body.participants) }),
  },
  choices: botSettingsIn(body),
  schedule: {
    ...(body.join_at !== undefined && { joinAt: body.join_at }),
    ...(body.meeting_url !== undefined && { meetingUrl: body.meeting_url }),
  },
  allowMultipleBots: body.allow_multiple_bots,
});

/** Only what the body names. */
const botSettingsIn = (body: PatchBody): Partial<BotSettings> => ({
  ...(body.language !== undefined && { language: body.language }),
  ...(body.recording_start !== undefined && { recordingStart: body.recording_start }),
  ...(body.recording_mode !== undefined && { recordingMode: body.recording_mode }),
  ...(body.silence_alert !== undefined && { silenceAlert: body.silence_alert }),
  ...(body.summary_language !== undefined && { summaryLanguage: body.summary_language }),
  ...(body.summary_template !== undefined && { summaryTemplate: body.summary_template }),
});
