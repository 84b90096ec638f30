import { openLink } from '#shared/capture/recorders/requests/open-link';
import { readHint } from '#shared/capture/recorders/requests/read-hint';
import { isSuccess, parseResponse } from '#shared/capture/recorders/requests/send-request';
import { hasValidSignature } from '#shared/capture/recorders/requests/standard-webhook';
import { idOf } from '#shared/foundation/core/ids';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import {
  type AcceptedBot,
  type BotAtRecorder,
  type HintRequest,
  type Recorder,
  type RecorderAdapter,
  type RecorderConfiguration,
  type RecorderHint,
  type RecorderTools,
  RecorderUnreachable,
  type RecordingOrder,
  type SendResult,
  type Transcription,
} from '#shared/meetings/recorders/ports';
import { isOver, type RecordedFile } from '#shared/meetings/recorders/rules/observation';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import { RECALL_CAPABILITIES } from './capabilities.ts';
import { type RecallClient, recallClient } from './recall-client.ts';
import { linesIn } from './recall-lines.ts';
import { FILES, observationOf, recordingOf } from './recall-observation.ts';
import { BOT_ID_KEY } from './recall-order.ts';
import { refusalIn } from './recall-refusal.ts';
import { type RecallBot, RecallCreatedBot, RecallHint } from './recall-schemas.ts';
import { readRecallTimeline } from './recall-timeline.ts';
import { readRecallTranscript } from './recall-transcript.ts';

/** https://docs.recall.ai. It records on command only through a start request of ours, which no person in the call can send. */
export const recall: RecorderAdapter = {
  capabilities: RECALL_CAPABILITIES,
  make: recallRecorder,
};

function recallRecorder(configuration: RecorderConfiguration, tools: RecorderTools): Recorder {
  const client = recallClient(configuration, tools);
  const { webhookSecret } = configuration;
  return {
    send: (order) => send(client, order),
    find: async ({ botId }) => acceptedBot(await client.withBotId(botId), tools.clock.now()),
    async observe({ externalId }) {
      const bot = await client.read(externalId);
      return bot && observationOf(bot, tools.clock.now());
    },
    leave: ({ externalId }) => leave(client, externalId),
    async cancel(bot) {
      await leave(client, bot.externalId);
      await deleteData(client, bot);
    },
    deleteData: (bot) => deleteData(client, bot),
    openMedia: ({ externalId }, file, range) =>
      openLink(tools.fetch, { find: () => linkTo(client, externalId, file), range }),
    transcript: (bot) => transcript(client, bot, tools),
    speakerTimeline: ({ externalId }) => speakerTimeline(client, externalId),
    // It sends what is said to a real-time endpoint.
    liveLines: async () => undefined,
    verifyHint(request) {
      const isAuthentic = webhookSecret === null ? request.hasToken : hasValidSignature(webhookSecret, request);
      return isAuthentic ? hintIn(request) : 'forged';
    },
  };
}

async function send(client: RecallClient, order: RecordingOrder): Promise<SendResult> {
  const response = await client.create(order);
  if (!isSuccess(response)) return refusalIn(response);
  const { id } = parseResponse(RecallCreatedBot, response, 'Recall.ai');
  return { outcome: 'accepted', externalId: id, otherIds: [] };
}

/** Of several bots that were created with our bot id, one that is not over is preferred. */
function acceptedBot(bots: readonly RecallBot[], now: Instant): AcceptedBot | undefined {
  const bot = bots.find((one) => !isOver(observationOf(one, now))) ?? bots[0];
  return bot && { externalId: bot.id, otherIds: [] };
}

/** Codes of a command to a bot that has left: https://docs.recall.ai/reference/errors. */
const HAS_LEFT = 'cannot_command_completed_bot';
const NOT_STARTED = 'cannot_command_unstarted_bot';

async function leave(client: RecallClient, id: string): Promise<void> {
  const refusedWith = await client.command(id, 'leave_call');
  if (refusedWith === undefined || refusedWith === HAS_LEFT) return;
  const isRemoved = refusedWith === NOT_STARTED && (await client.removeScheduled(id)) === 'removed';
  if (!isRemoved)
    throw new RecorderUnreachable(`Recall.ai did not take the bot out of the call (${refusedWith}).`, 'final');
}

/** A bot that is still in the call has no media to delete. */
async function deleteData(client: RecallClient, { externalId }: BotAtRecorder): Promise<void> {
  const refusedWith = await client.command(externalId, 'delete_media');
  if (refusedWith !== undefined) throw new RecorderUnreachable(`Recall.ai kept the media (${refusedWith}).`, 'final');
}

async function linkTo(client: RecallClient, id: string, { name }: RecordedFile): Promise<string | undefined> {
  const bot = await client.read(id);
  const shortcuts = bot && recordingOf(bot)?.media_shortcuts;
  const media = (['video_mixed', 'audio_mixed'] as const).find((key) => FILES[key].name === name);
  return (media && shortcuts?.[media]?.data?.download_url) ?? undefined;
}

/** Milliseconds until a transcript in work is worth another look. */
const TRANSCRIPT_POLL_MS = 30 * SECOND_MS;

async function transcript(
  client: RecallClient,
  { externalId }: BotAtRecorder,
  { clock }: RecorderTools,
): Promise<Transcription | undefined> {
  const bot = await client.read(externalId);
  const media = bot && recordingOf(bot)?.media_shortcuts?.transcript;
  if (!media) return undefined;
  const link = media.data?.download_url;
  if (media.status?.code === 'processing')
    return { status: 'running', lookAgainAt: later(clock.now(), TRANSCRIPT_POLL_MS) };
  if (!link) return { status: 'failed', detail: 'Recall.ai has no transcript of the recording.' };
  return { status: 'done', transcript: readRecallTranscript(languageOf(bot), await client.transcriptFile(link)) };
}

async function speakerTimeline(client: RecallClient, id: string): Promise<SpeakerTimeline | undefined> {
  const bot = await client.read(id);
  const link = bot && recordingOf(bot)?.media_shortcuts?.participant_events?.data?.speaker_timeline_download_url;
  return link ? readRecallTimeline(await client.timelineFile(link)) : undefined;
}

/** The language that the bot was created with; null where Recall.ai was to detect it. */
function languageOf({ recording_config }: RecallBot): string | null {
  const code = recording_config?.transcript?.provider?.recallai_streaming?.language_code ?? 'auto';
  return code === 'auto' ? null : code.replace('_', '-');
}

function hintIn(request: HintRequest): RecorderHint {
  const hint = readHint(RecallHint, request);
  const { bot, bot_id } = hint?.data ?? {};
  const botId = idOf('bot', bot?.metadata?.[BOT_ID_KEY]);
  const externalId = bot?.id ?? bot_id;
  const lines = hint && linesIn(hint);
  return {
    ...(botId && { botId }),
    ...(typeof externalId === 'string' && { externalId }),
    ...(lines && { lines }),
  };
}
