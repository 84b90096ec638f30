import { createHash } from 'node:crypto';
import type { Clock } from '#shared/foundation/core/clock';
import type { Instant } from '#shared/foundation/core/time';
import {
  aRecorderServer,
  type Handled,
  jsonReply,
  type ReceivedRequest,
  type RecorderServer,
} from '#test/doubles/recorders/a-recorder-server';
import { aHookSender, type HookSender, type HookTransport } from '#test/doubles/recorders/hook-sender';
import { rangeReply } from '#test/doubles/recorders/range-reply';
import {
  advance,
  type EventType,
  type ParticipantEvent,
  presentBot,
  recordsSpeech,
  type StoredBot,
  TERMINAL,
} from './attendee-bots.ts';
import { attendeeHooks, type SaidUtterance, utteranceHooks } from './attendee-hooks.ts';
import { refuseOrder } from './attendee-refusals.ts';

/** What strikes the next request of a kind, once. */
export type AttendeeFault =
  /** Redis is down: the bot is created, and the answer is an error with an id. */
  | { readonly on: 'create'; readonly fault: 'error after creation' | 'cut after creation' | 'full' | 'no credits' }
  /** Any request: a page of HTML with 500, a throttled one, no answer, an expired link. */
  | { readonly on: 'any'; readonly fault: 'html 500' | 'throttled' | 'cut' | 'silence' }
  /** The next media request: its link has expired, or it is cut halfway, or nothing strikes it. */
  | { readonly on: 'media'; readonly fault: 'expired' | 'cut halfway' | 'none' };

export interface AttendeeServer extends RecorderServer {
  readonly key: string;
  /** The webhook secret of the project, in Base64. */
  readonly webhookSecret: string;
  readonly hooks: HookSender;
  readonly bots: readonly StoredBot[];
  /** An event in the call. Throws where the state of the bot does not allow it. */
  happens(id: string, type: EventType, subType?: string): void;
  /** An utterance was transcribed while the call goes on. */
  says(id: string, utterance: SaidUtterance): void;
  /** The file of a bot is uploaded. */
  uploads(id: string, file: Uint8Array): void;
  /** A person does something in the call. */
  participates(id: string, name: string, type: ParticipantEvent['event_type'], at: Instant): void;
  strikes(fault: AttendeeFault): void;
}

/** Attendee 1.64 as far as the adapter uses it, on 127.0.0.1. Sentences and shapes are those that it was seen to answer. */
export async function anAttendee({
  clock,
  transport,
  projectHooks = [],
}: {
  readonly clock: Clock;
  readonly transport?: HookTransport;
  /** Where the project sends webhooks about bots without webhooks of their own. */
  readonly projectHooks?: readonly string[];
}): Promise<AttendeeServer> {
  const key = 'attendee-key';
  const webhookSecret = 'taa4lXqrd7tGRrkeaNkEkmy1Vf4SQHxwqOeEH2cBaaY=';
  const hooks = aHookSender({ clock, transport });
  const bots: StoredBot[] = [];
  const faults: AttendeeFault[] = [];
  const struck = (on: AttendeeFault['on']) => {
    const at = faults.findIndex((fault) => fault.on === on);
    return at === -1 ? undefined : faults.splice(at, 1)[0]?.fault;
  };
  const find = (id: string) => bots.find((bot) => bot.id === id);

  /** One event, and the webhooks about it. False where the state does not allow it. */
  const moves = (bot: StoredBot, type: EventType, subType?: string): boolean => {
    const from = bot.state;
    const at = clock.now();
    if (!advance(bot, type, at, subType)) return false;
    for (const hook of attendeeHooks(bot, { type, subType, from, at }, { secret: webhookSecret, urls: projectHooks }))
      hooks.emit(hook);
    return true;
  };

  const create = (request: ReceivedRequest): Handled => {
    const order = JSON.parse(request.body) as Record<string, unknown>;
    const refused = refuseOrder(order);
    if (refused) return jsonReply(400, refused);
    const deduplicationKey = (order['deduplication_key'] as string | undefined) ?? null;
    const fault = struck('create');
    if (fault === 'full') return jsonReply(400, { error: FULL });
    if (fault === 'no credits') return jsonReply(400, { error: NO_CREDITS });
    if (bots.some((bot) => bot.key === deduplicationKey && !TERMINAL.includes(bot.state)))
      return jsonReply(400, { error: DUPLICATE });
    const bot: StoredBot = {
      // 16 random letters and digits in Attendee.
      id: `bot_${String(bots.length + 1).padStart(16, 'A')}`,
      key: deduplicationKey,
      order,
      state: 'ready',
      events: [],
      recordingState: 'not_started',
      transcriptionState: 'not_started',
      file: undefined,
      startTimestampMs: null,
      utterances: [],
      participantEvents: [],
    };
    bots.push(bot);
    moves(bot, 'join_requested');
    if (fault === 'error after creation')
      return jsonReply(400, { error: 'An error occurred while creating the bot. Error ID: 0f8f' });
    return fault === 'cut after creation' ? 'cut' : jsonReply(201, presentBot(bot));
  };

  /** 25 a page; `next` is an absolute link. */
  const eventsOf = (bot: StoredBot, cursor: number): Handled => {
    const results = bot.participantEvents.slice(cursor, cursor + 25);
    const path = `${server.origin}/api/v1/bots/${bot.id}/participant_events`;
    const next = cursor + 25 < bot.participantEvents.length ? `${path}?cursor=${cursor + 25}` : null;
    return jsonReply(200, { next, previous: null, results });
  };

  const ofBot = (bot: StoredBot, part: string, method: string, query: URLSearchParams): Handled => {
    switch (`${method} ${part}`) {
      case 'GET ':
        return jsonReply(200, presentBot(bot));
      case 'POST leave':
        if (!moves(bot, 'leave_requested', 'user_requested'))
          return jsonReply(400, { error: `Event leave_requested not allowed when bot is in state ${bot.state}.` });
        return jsonReply(200, presentBot(bot));
      case 'POST delete_data':
        if (!moves(bot, 'data_deleted'))
          return jsonReply(400, { error: 'Bot is not in a state where the data deleted event can be created' });
        return jsonReply(200, presentBot(bot));
      case 'GET recording': {
        if (!bot.file) return jsonReply(404, { error: 'No recording file found for bot' });
        const extension = (bot.order['recording_settings'] as { format?: string } | undefined)?.format ?? 'mp4';
        const url = `${server.origin}/media/${bot.id}.${extension}?X-Amz-Signature=s`;
        return jsonReply(200, { url, start_timestamp_ms: bot.startTimestampMs });
      }
      case 'GET participant_events':
        return eventsOf(bot, Number(query.get('cursor') ?? 0));
      case 'GET transcript':
        return jsonReply(200, bot.utterances);
      default:
        return jsonReply(405, { detail: `Method "${method}" not allowed.` });
    }
  };

  const media = (id: string, { headers }: ReceivedRequest): Handled => {
    const file = find(id)?.file;
    const fault = struck('media');
    if (fault === 'expired' || !file) return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    const etag = `"${createHash('md5').update(file).digest('hex')}"`;
    const asked = { range: headers['range'], ifRange: headers['if-range'], contentType: 'video/mp4', etag };
    return { ...rangeReply(file, asked), ...(fault === 'cut halfway' && { cutAfterBytes: 100_000 }) };
  };

  const server = await aRecorderServer((request): Handled => {
    const url = new URL(request.path, 'http://attendee.test');
    const link = /^\/media\/(\w+)\.\w+$/.exec(url.pathname);
    if (link?.[1] !== undefined) return media(link[1], request);
    const fault = struck('any');
    if (fault !== undefined) return FAULTS[fault as keyof typeof FAULTS];
    if (request.headers['authorization'] !== `Token ${key}`)
      return jsonReply(401, { detail: 'Invalid or disabled API key' });
    const [, id = '', part = ''] = /^\/api\/v1\/bots(?:\/(\w+)(?:\/(\w+))?)?$/.exec(url.pathname) ?? [];
    if (id === '' && request.method === 'POST') return create(request);
    if (id === '') {
      const results = bots.filter((bot) => bot.key === url.searchParams.get('deduplication_key')).slice(0, 25);
      return jsonReply(200, { next: null, previous: null, results: results.map(presentBot) });
    }
    const bot = find(id);
    return bot ? ofBot(bot, part, request.method, url.searchParams) : jsonReply(404, { error: 'Bot not found' });
  });

  return {
    ...server,
    says(id, utterance) {
      const bot = find(id);
      if (!bot) throw new Error(`There is no bot ${id}.`);
      for (const hook of utteranceHooks(bot, utterance, { secret: webhookSecret, urls: projectHooks }))
        hooks.emit(hook);
    },
    key,
    webhookSecret,
    hooks,
    bots,
    async close() {
      await hooks.settled();
      await server.close();
    },
    happens(id, type, subType) {
      const bot = find(id);
      if (!bot || !moves(bot, type, subType)) throw new Error(`${type} is not allowed in ${bot?.state}.`);
    },
    uploads(id, file) {
      const bot = find(id);
      if (bot) bot.file = file;
    },
    participates(id, name, type, at) {
      const bot = find(id);
      if (!bot || (type.startsWith('speech') && !recordsSpeech(bot))) return;
      bot.participantEvents = [
        ...bot.participantEvents,
        {
          id: `pe_${bot.participantEvents.length}`,
          participant_name: name,
          participant_uuid: `uuid of ${name}`,
          participant_user_uuid: null,
          participant_is_host: false,
          event_type: type,
          event_data: {},
          timestamp_ms: at,
        },
      ];
    },
    strikes: (fault) => faults.push(fault),
  };
}

const DUPLICATE =
  'Deduplication key already in use. A bot in a non-terminal state with this deduplication key already exists. Please use a different deduplication key or wait for that bot to terminate.';
const FULL =
  'You have exceeded the maximum number of concurrent bots (2500) for your account. Please reach out to customer support to increase the limit.';
const NO_CREDITS = 'Organization has run out of credits. Please add more credits in the Account -> Billing page.';

const FAULTS = {
  'html 500': { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Server Error (500)</h1>' },
  throttled: jsonReply(429, { detail: 'Request was throttled.' }, { 'retry-after': '20' }),
  cut: 'cut',
  silence: 'silence',
} as const;
