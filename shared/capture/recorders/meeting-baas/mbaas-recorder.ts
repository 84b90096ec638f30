import { openLink } from '#shared/capture/recorders/requests/open-link';
import { readHint } from '#shared/capture/recorders/requests/read-hint';
import { isSuccess, parseResponse } from '#shared/capture/recorders/requests/send-request';
import { hasValidSignature, isSigned } from '#shared/capture/recorders/requests/standard-webhook';
import { idOf } from '#shared/foundation/core/ids';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import type {
  AcceptedBot,
  BotAtRecorder,
  HintRequest,
  Recorder,
  RecorderAdapter,
  RecorderConfiguration,
  RecorderHint,
  RecorderTools,
  RecordingOrder,
  SendResult,
  Transcription,
} from '#shared/meetings/recorders/ports';
import type { SpeakerTimeline } from '#shared/meetings/recorders/rules/speaker-timeline';
import { MEETING_BAAS_CAPABILITIES } from './capabilities.ts';
import { type MbaasClient, mbaasClient } from './mbaas-client.ts';
import { linkTo, observationOf } from './mbaas-observation.ts';
import { BOT_ID_KEY } from './mbaas-order.ts';
import { refusalIn } from './mbaas-refusal.ts';
import { MbaasCreated, MbaasHint } from './mbaas-schemas.ts';
import { STATE_BY_STATUS } from './mbaas-states.ts';
import { readMbaasTimeline } from './mbaas-timeline.ts';
import { readMbaasTranscript } from './mbaas-transcript.ts';

/** Version 2: https://docs.meetingbaas.com/api-v2. Its transcription (Gladia) detects any language. */
export const meetingBaas: RecorderAdapter = {
  capabilities: MEETING_BAAS_CAPABILITIES,
  make: meetingBaasRecorder,
};

function meetingBaasRecorder(configuration: RecorderConfiguration, tools: RecorderTools): Recorder {
  const client = mbaasClient(configuration, tools);
  return {
    send: (order) => send(client, order),
    find: ({ botId }) => find(client, botId),
    async observe({ externalId }) {
      const bot = await client.read(externalId);
      return bot && observationOf(bot, tools.clock.now());
    },
    leave: ({ externalId }) => client.leave(externalId),
    async cancel({ externalId }) {
      await client.leave(externalId);
      await client.deleteData(externalId);
    },
    deleteData: ({ externalId }) => client.deleteData(externalId),
    openMedia: ({ externalId }, file, range) =>
      openLink(tools.fetch, { find: async () => linkIn(await client.read(externalId), file), range }),
    transcript: (bot) => transcript(client, bot, tools),
    speakerTimeline: ({ externalId }) => speakerTimeline(client, externalId),
    // Its webhooks do not say what is said.
    liveLines: async () => undefined,
    verifyHint: (request) => (isAuthentic(configuration, request) ? hintIn(request) : 'forged'),
  };
}

async function send(client: MbaasClient, order: RecordingOrder): Promise<SendResult> {
  const response = await client.create(order);
  if (!isSuccess(response)) return refusalIn(response);
  const { bot_id: externalId } = parseResponse(MbaasCreated, response, 'Meeting BaaS').data;
  return { outcome: 'accepted', externalId, otherIds: [] };
}

/** Of several bots that were created with our bot id, one that is not over is preferred. */
async function find(client: MbaasClient, botId: string): Promise<AcceptedBot | undefined> {
  const bots = await client.withBotId(botId);
  const bot = bots.find(({ status }) => STATE_BY_STATUS[status] !== 'over') ?? bots[0];
  return bot && { externalId: bot.bot_id, otherIds: [] };
}

const linkIn = (bot: Awaited<ReturnType<MbaasClient['read']>>, file: Parameters<typeof linkTo>[1]) =>
  bot && !bot.artifacts_deleted ? linkTo(bot, file) : undefined;

/** Milliseconds until a transcript in work is worth another look. */
const TRANSCRIPT_POLL_MS = 30 * SECOND_MS;

async function transcript(
  client: MbaasClient,
  { externalId }: BotAtRecorder,
  { clock }: RecorderTools,
): Promise<Transcription | undefined> {
  const bot = await client.read(externalId);
  if (!bot) return undefined;
  if (STATE_BY_STATUS[bot.status] !== 'over')
    return { status: 'running', lookAgainAt: later(clock.now(), TRANSCRIPT_POLL_MS) };
  if (!bot.transcription) return { status: 'failed', detail: 'Meeting BaaS has no transcript of the recording.' };
  return { status: 'done', transcript: readMbaasTranscript(await client.transcriptFile(bot.transcription)) };
}

async function speakerTimeline(client: MbaasClient, id: string): Promise<SpeakerTimeline | undefined> {
  const link = (await client.read(id))?.diarization;
  return link ? readMbaasTimeline(await client.diarizationFile(link)) : undefined;
}

/** Webhooks of the account are signed. Callbacks of a bot are not: they come to an unguessable path. */
const isAuthentic = ({ webhookSecret }: RecorderConfiguration, request: HintRequest): boolean =>
  webhookSecret !== null && isSigned(request.headers) ? hasValidSignature(webhookSecret, request) : request.hasToken;

function hintIn(request: HintRequest): RecorderHint {
  const hint = readHint(MbaasHint, request);
  const extra = hint?.extra ?? hint?.data.extra;
  const botId = idOf('bot', extra?.[BOT_ID_KEY]);
  const externalId = hint?.data.bot_id;
  return { ...(botId && { botId }), ...(typeof externalId === 'string' && { externalId }) };
}
