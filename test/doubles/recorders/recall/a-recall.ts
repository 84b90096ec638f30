import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Clock } from '#shared/foundation/core/clock';
import { type BotId, idOf } from '#shared/foundation/core/ids';
import { HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterFailure, aHookSender, type Delivery } from '#test/doubles/recorders/hook-sender';
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
} from '#test/doubles/recorders/hosted-recorder';
import { aMediaHost } from '#test/doubles/recorders/media-host';
import { type RecallBot, shownBot, timelineOf } from './recall-bot.ts';
import { complaintsAbout, endpointsIn, languageIn } from './recall-validation.ts';

const ORIGIN = 'https://eu-central-1.recall.test';
const API_KEY = 'canary-recall-key';
const SECRET = `whsec_${Buffer.from('a workspace secret of Recall').toString('base64')}`;

const DELIVERY: Delivery = {
  gapsMs: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 10].map((hours) => hours * HOUR_MS)],
  repeatsAfter: afterFailure,
};

export interface RecallServer extends HostedRecorder {
  /** How many bots the pool of bots that join at once has left. */
  setPool(bots: number): void;
  /** Something is said in the call: the real-time endpoints of the bot that name the event get it. */
  says(id: string, event: 'transcript.data' | 'transcript.partial_data', utterance: object): void;
}

/** Recall.ai's API of version 1, as far as a recorder needs it: docs/recorders.md names what it is made after. */
export function aRecall({
  clock,
  transport,
  endpoints = [],
}: { readonly clock: Clock } & AccountWebhooks): RecallServer {
  const hooks = aHookSender({ clock, transport });
  const media = aMediaHost('https://recall-media.test');
  const bots = new Map<string, RecallBot>();
  const remembered = new Map<string, { readonly response: Response; readonly until: number }>();
  const faults: Fault[] = [];
  const requests: LoggedRequest[] = [];
  let pool = 1_000;

  const bot = (id: string): RecallBot => bots.get(id) ?? fail(id);
  const report = (id: string, code: string, subCode?: string) => {
    const change = { code, sub_code: subCode ?? null, message: null, created_at: isoOf(clock.now()) };
    bot(id).changes.push(change);
    for (const hook of svixHooks('webhook', {
      secret: SECRET,
      rawBody: bodyAbout(id),
      urls: endpoints,
      delivery: DELIVERY,
    }))
      hooks.emit(hook);
  };
  const bodyAbout = (id: string): string => {
    const { changes, metadata } = bot(id);
    const { code, sub_code, created_at } = changes.at(-1) ?? fail(id);
    return JSON.stringify({
      event: `bot.${code}`,
      data: { data: { code, sub_code, updated_at: created_at }, bot: { id, metadata } },
    });
  };
  const codeOf = ({ changes }: RecallBot) => changes.at(-1)?.code ?? 'ready';
  const isOver = (one: RecallBot) => ['done', 'fatal'].includes(codeOf(one));

  function create(body: Readonly<Record<string, unknown>>): Response {
    const complaints = complaintsAbout(body);
    if (complaints) return Response.json(complaints, { status: 400 });
    if (pool === 0) return Response.json({ detail: 'No bots are available.' }, { status: 507 });
    pool -= 1;
    const id = randomUUID();
    const metadata = objectIn(body['metadata']);
    bots.set(id, {
      id,
      metadata,
      language: languageIn(body),
      realtimeEndpoints: endpointsIn(body),
      changes: [],
      take: null,
      deleted: false,
    });
    report(id, 'joining_call');
    return Response.json(shown(bot(id)), { status: 201 });
  }

  const shown = (one: RecallBot) => shownBot(one, media);

  const app = new Hono().basePath('/api/v1');
  app.use(async ({ req }, next) =>
    req.header('authorization') === `Token ${API_KEY}`
      ? next()
      : Response.json({ detail: 'Invalid API token', code: 'authentication_failed' }, { status: 401 }),
  );
  app.post('/bot/', async ({ req }) => {
    const key = req.header('idempotency-key');
    const before = key === undefined ? undefined : remembered.get(key);
    if (before && before.until > clock.now()) return before.response.clone();
    const response = create(objectIn(await req.json()));
    if (key !== undefined) remembered.set(key, { response: response.clone(), until: clock.now() + 60 * MINUTE_MS });
    return response;
  });
  app.get('/bot/', ({ req }) => {
    const wanted = Object.entries(req.query()).filter(([name]) => name.startsWith('metadata__'));
    const isWanted = ({ metadata }: RecallBot) =>
      wanted.every(([name, value]) => metadata[name.slice('metadata__'.length)] === value);
    return Response.json({ next: null, previous: null, results: [...bots.values()].filter(isWanted).map(shown) });
  });
  app.use('/bot/:id/*', async ({ req }, next) => (bots.has(req.param('id')) ? next() : notFound()));
  app.get('/bot/:id/', ({ req }) => {
    media.beginResponse();
    return Response.json(shown(bot(req.param('id'))));
  });
  app.delete('/bot/:id/', ({ req }) => {
    if (codeOf(bot(req.param('id'))) !== 'ready') return Response.json({ detail: 'Not allowed.' }, { status: 405 });
    bots.delete(req.param('id'));
    return new Response(null, { status: 204 });
  });
  app.post('/bot/:id/leave_call/', ({ req }) => {
    const one = bot(req.param('id'));
    const code = codeOf(one);
    if (isOver(one) || code === 'call_ended') return refused('cannot_command_completed_bot');
    if (code === 'ready') return refused('cannot_command_unstarted_bot');
    report(one.id, 'call_ended', 'bot_received_leave_call');
    return Response.json(shown(one));
  });
  app.post('/bot/:id/delete_media/', ({ req }) => {
    const one = bot(req.param('id'));
    if (!isOver(one)) return refused('cannot_delete_media_of_live_bot');
    one.deleted = true;
    return Response.json(shown(one));
  });

  return {
    baseUrl: `${ORIGIN}/api/v1`,
    apiKey: API_KEY,
    webhookSecret: SECRET,
    hooks,
    get bots() {
      return [...bots.values()].map(({ id, metadata }) => ({ id, botId: botIdIn(metadata) }));
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
      const one = bot(id);
      one.take = take;
      hostTake(media, id, take, 'audio/mpeg');
      hostTurns(media, id, timelineOf(take));
      report(id, 'call_ended', 'call_ended_by_host');
      report(id, 'done');
    },
    replaceVideo: (id, video) => hostVideo(media, bot(id).id, video),
    strikeMedia: media.strike,
    expireLinksOfNext: media.expireLinksOfNext,
    webhook: (id) => signedWebhook('webhook', { secret: SECRET, rawBody: bodyAbout(id), now: clock.now() }),
    says(id, event, data) {
      const { metadata, realtimeEndpoints } = bot(id);
      const named = (name: string) => ({ id: `${name}-${id}`, metadata: {} });
      const [transcript, recording, realtime_endpoint] = ['transcript', 'recording', 'endpoint'].map(named);
      const about = { data, realtime_endpoint, transcript, recording, bot: { id, metadata } };
      const urls = realtimeEndpoints.filter(({ events }) => events.includes(event)).map(({ url }) => url);
      const rawBody = JSON.stringify({ event, data: about });
      for (const hook of svixHooks('webhook', { secret: SECRET, rawBody, urls, delivery: DELIVERY })) hooks.emit(hook);
    },
    setPool(left) {
      pool = left;
    },
  };
}

const refused = (code: string): Response => Response.json({ code, detail: 'Refused.' }, { status: 400 });
const notFound = (): Response => Response.json({ detail: 'Not found.', code: 'not_found' }, { status: 404 });

const botIdIn = (metadata: Readonly<Record<string, unknown>>): BotId | undefined =>
  Object.values(metadata)
    .map((value) => idOf('bot', value))
    .find((id) => id !== undefined);

function fail(id: string): never {
  throw new Error(`There is no bot ${id}.`);
}
