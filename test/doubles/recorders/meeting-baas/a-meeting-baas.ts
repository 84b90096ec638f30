import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Clock } from '#shared/foundation/core/clock';
import { idOf } from '#shared/foundation/core/ids';
import { HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterFailure, afterOutage, aHookSender, type Delivery } from '#test/doubles/recorders/hook-sender';
import {
  type AccountWebhooks,
  type Fault,
  type HostedRecorder,
  hostTake,
  hostTurns,
  hostVideo,
  type LoggedRequest,
  loggedRequest,
  objectIn,
  signedWebhook,
  struckBy,
  svixHooks,
  type Take,
} from '#test/doubles/recorders/hosted-recorder';
import { aMediaHost } from '#test/doubles/recorders/media-host';
import { complaintAbout, failed } from './mbaas-answers.ts';

const ORIGIN = 'https://api.meetingbaas.test';
const API_KEY = 'canary-meeting-baas-key';
const SECRET = `whsec_${Buffer.from('an endpoint secret of Svix').toString('base64')}`;

const DELIVERY: Delivery = {
  gapsMs: [
    ...[5, 10].map((seconds) => seconds * SECOND_MS),
    ...[5, 15, 30].map((minutes) => minutes * MINUTE_MS),
    2 * HOUR_MS,
  ],
  repeatsAfter: afterFailure,
};
const CALLBACK_DELIVERY: Delivery = {
  gapsMs: [1, 5, 15].map((seconds) => seconds * SECOND_MS),
  repeatsAfter: afterOutage(),
};

interface MbaasBot {
  readonly id: string;
  readonly name: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  /** Where its end is reported, beside the webhooks of the account. */
  readonly callback: { readonly url: string; readonly secret: string | undefined } | undefined;
  status: string;
  joinedAt: string | null;
  exitedAt: string | null;
  errorCode: string | null;
  take: Take | null;
  deleted: boolean;
}

export interface MeetingBaasServer extends HostedRecorder {
  /** How many bots may still be created today. */
  setDailyCap(bots: number): void;
  setTokens(tokens: number): void;
}

const TERMINAL = ['completed', 'failed', 'transcription_failed'];
const IN_CALL = ['in_call_not_recording', 'in_call_recording', 'recording_paused', 'recording_resumed'];

/** Version 2 of Meeting BaaS, as far as a recorder needs it: docs/recorders.md names what it is made after. */
export function aMeetingBaas({
  clock,
  transport,
  endpoints = [],
}: { readonly clock: Clock } & AccountWebhooks): MeetingBaasServer {
  const hooks = aHookSender({ clock, transport });
  const media = aMediaHost('https://mbaas-media.test');
  const bots = new Map<string, MbaasBot>();
  const faults: Fault[] = [];
  const requests: LoggedRequest[] = [];
  let cap = 75;
  let tokens = 1_000;

  const bot = (id: string): MbaasBot => bots.get(id) ?? noSuch(id);
  const report = (id: string, status: string, errorCode?: string) => {
    const one = bot(id);
    one.status = status;
    one.errorCode = errorCode ?? one.errorCode;
    if (IN_CALL.includes(status)) one.joinedAt ??= isoOf(clock.now());
    if (TERMINAL.includes(status) || status === 'call_ended') one.exitedAt ??= isoOf(clock.now());
    announce(one);
  };
  const bodyAbout = ({ id, status, extra, errorCode }: MbaasBot): string => {
    const ending = ENDINGS[status];
    const about = ending
      ? { bot_id: id, event_id: null, ...(errorCode && { error_code: errorCode }) }
      : { bot_id: id, event_id: null, status: { code: status, created_at: isoOf(clock.now()) } };
    return JSON.stringify({ event: ending ?? 'bot.status_change', data: about, extra });
  };
  const announce = (one: MbaasBot) => {
    const rawBody = bodyAbout(one);
    for (const hook of svixHooks('svix', { secret: SECRET, rawBody, urls: endpoints, delivery: DELIVERY }))
      hooks.emit(hook);
    if (!one.callback || !ENDINGS[one.status]) return;
    const { url, secret } = one.callback;
    const headersAt = () => (secret === undefined ? {} : { 'x-mb-secret': secret });
    hooks.emit({ url, rawBody, delivery: CALLBACK_DELIVERY, headersAt });
  };

  function create(body: Readonly<Record<string, unknown>>): Response {
    const complaint = complaintAbout(body);
    if (complaint) return failed(400, 'FST_ERR_VALIDATION', complaint);
    if (cap === 0) return failed(429, 'FST_ERR_DAILY_BOT_CAP_REACHED', 'Daily bot cap has been reached');
    if (tokens === 0) return failed(402, 'FST_ERR_INSUFFICIENT_TOKENS', 'Insufficient tokens');
    cap -= 1;
    const id = randomUUID();
    const fresh = { joinedAt: null, exitedAt: null, errorCode: null, take: null, deleted: false, status: 'queued' };
    const createdAt = isoOf(clock.now());
    bots.set(id, {
      ...fresh,
      id,
      createdAt,
      callback: callbackIn(body),
      name: String(body['bot_name']),
      extra: objectIn(body['extra']),
    });
    return Response.json({ success: true, data: { bot_id: id } }, { status: 201 });
  }

  const linkOrNull = ({ id, take, deleted }: MbaasBot, name: 'video' | 'audio' | 'transcript') =>
    take && take[name] !== null && !deleted ? media.linkTo(`${id}/${name}`) : null;
  const shown = (one: MbaasBot) => ({
    bot_id: one.id,
    bot_name: one.name,
    status: one.status,
    created_at: one.createdAt,
    joined_at: one.joinedAt,
    exited_at: one.exitedAt,
    duration_seconds:
      one.joinedAt && one.exitedAt ? (Date.parse(one.exitedAt) - Date.parse(one.joinedAt)) / 1000 : null,
    artifacts_deleted: one.deleted,
    video: linkOrNull(one, 'video'),
    audio: linkOrNull(one, 'audio'),
    transcription: linkOrNull(one, 'transcript'),
    raw_transcription: null,
    diarization: one.take?.turns && !one.deleted ? media.linkTo(`${one.id}/turns`) : null,
    error_code: one.errorCode,
    error_message: one.errorCode && 'A message.',
    extra: one.extra,
  });

  const app = new Hono();
  app.use(async ({ req }, next) =>
    req.header('x-meeting-baas-api-key') === API_KEY ? next() : failed(401, 'FST_ERR_UNAUTHORIZED', 'Unauthorized'),
  );
  app.post('/v2/bots', async ({ req }) => create(objectIn(await req.json())));
  app.get('/v2/bots', ({ req }) => {
    const [field = '', value = ''] = (req.query('extra') ?? '').split(':');
    const wanted = [...bots.values()].filter(({ extra }) => field === '' || extra[field] === value);
    const data = wanted.toReversed().map(({ id, status, extra }) => ({ bot_id: id, status, extra }));
    return Response.json({ success: true, data, cursor: null, prev_cursor: null });
  });
  app.use('/v2/bots/:id/*', async ({ req }, next) =>
    bots.has(req.param('id')) ? next() : failed(404, 'FST_ERR_BOT_NOT_FOUND_BY_ID', 'Bot not found'),
  );
  app.get('/v2/bots/:id', ({ req }) => {
    media.beginResponse();
    return Response.json({ success: true, data: shown(bot(req.param('id'))) });
  });
  app.post('/v2/bots/:id/leave', ({ req }) => {
    const one = bot(req.param('id'));
    if (TERMINAL.includes(one.status)) return failed(409, 'FST_ERR_BOT_STATUS', `Status of bot is: ${one.status}.`);
    if (one.joinedAt && one.status !== 'in_call_not_recording') report(one.id, 'call_ended');
    else report(one.id, 'failed', 'EXITING_MEETING_BEFORE_RECORD');
    return Response.json({ success: true, data: { message: 'Bot leave request sent successfully.' } });
  });
  app.delete('/v2/bots/:id/delete-data', ({ req }) => {
    const one = bot(req.param('id'));
    if (!TERMINAL.includes(one.status)) return failed(409, 'FST_ERR_BOT_STATUS', `Status of bot is: ${one.status}.`);
    one.deleted = true;
    return Response.json({ success: true, data: { message: 'Bot data deleted.' } });
  });

  return {
    baseUrl: ORIGIN,
    apiKey: API_KEY,
    webhookSecret: SECRET,
    hooks,
    get bots() {
      return [...bots.values()].map(({ id, extra }) => ({ id, botId: idOf('bot', Object.values(extra)[0]) }));
    },
    requests,
    async fetch(request) {
      requests.push(await loggedRequest(request));
      return struckBy(faults, request, async (one) =>
        new URL(one.url).origin === media.origin ? media.handle(one) : app.fetch(one),
      );
    },
    failNext: (...next) => faults.push(...next),
    report,
    finish(id, take) {
      bot(id).take = take;
      hostTake(media, id, take, 'audio/flac');
      hostTurns(media, id, diarizationOf(take));
      report(id, 'completed');
    },
    replaceVideo: (id, video) => hostVideo(media, bot(id).id, video),
    strikeMedia: media.strike,
    expireLinksOfNext: media.expireLinksOfNext,
    webhook: (id) => signedWebhook('svix', { secret: SECRET, rawBody: bodyAbout(bot(id)), now: clock.now() }),
    setDailyCap(left) {
      cap = left;
    },
    setTokens(left) {
      tokens = left;
    },
  };
}

const ENDINGS: Readonly<Record<string, string>> = { completed: 'bot.completed', failed: 'bot.failed' };

function callbackIn(body: Readonly<Record<string, unknown>>): MbaasBot['callback'] {
  const { url, secret } = objectIn(body['callback_config']);
  if (body['callback_enabled'] !== true || typeof url !== 'string') return undefined;
  return { url, secret: typeof secret === 'string' ? secret : undefined };
}

function noSuch(id: string): never {
  throw new Error(`There is no bot ${id}.`);
}

/** A line of JSON for each turn; the last one always has an end. */
const diarizationOf = ({ turns = [] }: Take): string =>
  turns
    .map(([speaker, start, end], index) =>
      JSON.stringify({ speaker, start_time: start, end_time: end ?? start + 60, user_id: index + 1 }),
    )
    .join('\n');
