import type * as v from 'valibot';
import type { patchBotContract } from '#shared/bots/contract';
import type { BotChoices } from '#shared/bots/rules/bot';

/** The choices that a request names, and no others. */
export const choicesIn = (body: v.InferOutput<typeof patchBotContract.body>): Partial<BotChoices> => ({
  ...(body.language !== undefined && { language: body.language }),
  ...(body.recording_start !== undefined && { recordingStart: body.recording_start }),
  ...(body.recording_mode !== undefined && { recordingMode: body.recording_mode }),
  ...(body.silence_alert !== undefined && { silenceAlert: body.silence_alert }),
  ...(body.summary_language !== undefined && { summaryLanguage: body.summary_language }),
  ...(body.summary_template !== undefined && { summaryTemplate: body.summary_template }),
});
