import type { Clock } from '#shared/foundation/core/clock';
import {
  aRecorderServer,
  type Handled,
  jsonReply,
  type ReceivedRequest,
  type RecorderServer,
} from '#test/doubles/recorders/a-recorder-server';
import { aHookSender, type HookSender, type HookTransport } from '#test/doubles/recorders/hook-sender';
import { rangeReply } from '#test/doubles/recorders/range-reply';
import { DEFAULT_TYPES, vexaHooks } from './vexa-hooks.ts';
import { advance, isLive, parseLink, present, type StoredMeeting, type VexaWebhook } from './vexa-meetings.ts';

/** What strikes the next request of a kind, once. */
export type VexaFault =
  | { readonly on: 'bot'; readonly fault: 'cut before' | 'cut after' | 'full' | 'spawn failed' }
  | { readonly on: 'plan'; readonly fault: 'cut after' }
  | { readonly on: 'media'; readonly fault: 'cut halfway' | 'none' }
  | { readonly on: 'any'; readonly fault: 'text 500' | 'user throttled' | 'address throttled' | 'cut' | 'silence' };

export interface VexaServer extends RecorderServer {
  readonly key: string;
  /** Of the account; the answer to a new bot contains it. */
  readonly webhookSecret: string;
  readonly hooks: HookSender;
  readonly meetings: readonly StoredMeeting[];
  /** A step of the bot of a meeting. */
  happens(id: string, to: string, why?: { reason?: string; stage?: string; source?: string }): void;
  /** The bot uploads a piece of its recording, the last one or not. */
  uploads(id: string, media: Uint8Array, piece: { readonly isLast: boolean }): void;
  strikes(fault: VexaFault): void;
}

type BotOrder = Readonly<Record<string, unknown>> & {
  readonly meeting_url: string;
  readonly transcribe_enabled?: boolean;
};

/** Vexa 0.12 as far as the adapter uses it, on 127.0.0.1. Statuses and shapes are those that it was seen to answer. */
export async function aVexa({
  clock,
  transport,
  hasSpeechService = true,
}: {
  readonly clock: Clock;
  readonly transport?: HookTransport;
  readonly hasSpeechService?: boolean;
}): Promise<VexaServer> {
  const key = 'vxa_bot_key';
  const webhookSecret = 'whsec-test-0123456789';
  const hooks = aHookSender({ clock, transport });
  let webhook: VexaWebhook | undefined;
  const meetings: StoredMeeting[] = [];
  const faults: VexaFault[] = [];
  const struck = (on: VexaFault['on']) => {
    const at = faults.findIndex((fault) => fault.on === on);
    return at === -1 ? undefined : faults.splice(at, 1)[0]?.fault;
  };
  const inRoom = (platform: string, nativeId: string) =>
    meetings.filter((meeting) => meeting.platform === platform && meeting.nativeId === nativeId && isLive(meeting));
  const insert = (url: string, room: { platform: string; nativeId: string }, title?: string): StoredMeeting => {
    const meeting: StoredMeeting = {
      id: meetings.length + 1,
      ...room,
      url,
      createdAt: clock.now(),
      connectionId: `connection-${meetings.length + 1}`,
      webhook,
      status: 'idle',
      completionReason: null,
      failureStage: null,
      startTime: null,
      endTime: null,
      data: { auto_join: true, ...(title !== undefined && { title }) },
      order: null,
      media: undefined,
      segments: [],
    };
    meetings.push(meeting);
    return meeting;
  };

  /** One step of a bot, and the webhooks about it. */
  const moves = (meeting: StoredMeeting, to: string, why: Parameters<typeof advance>[3] = {}): void => {
    const [from, at] = [meeting.status, clock.now()];
    advance(meeting, to, at, why);
    if (!meeting.webhook) return;
    const step = { from, source: why.source ?? 'bot_callback', at };
    for (const hook of vexaHooks(meeting, step, meeting.webhook)) hooks.emit(hook);
  };

  const setWebhook = ({ body }: ReceivedRequest): Handled => {
    const { webhook_url, webhook_secret, webhook_events } = JSON.parse(body) as {
      webhook_url: string;
      webhook_secret: string;
      webhook_events?: Readonly<Record<string, boolean>>;
    };
    const chosen = Object.entries({ ...DEFAULT_TYPES, ...webhook_events }).filter(([, isSent]) => isSent);
    webhook = { url: webhook_url, secret: webhook_secret, types: chosen.map(([type]) => type) };
    return jsonReply(200, { webhook_url });
  };

  const createPlan = ({ body }: ReceivedRequest): Handled => {
    const { title, meeting_url } = JSON.parse(body) as { title?: string; meeting_url: string };
    const room = parseLink(meeting_url);
    if (!room) return jsonReply(422, { detail: "unrecognized 'meeting_url'" });
    if (inRoom(room.platform, room.nativeId).length > 0)
      return jsonReply(409, { detail: `A meeting already exists for ${room.platform}/${room.nativeId}` });
    const meeting = insert(meeting_url, room, title);
    return struck('plan') === 'cut after' ? 'cut' : jsonReply(201, present(meeting));
  };

  /** Why there is no bot, in the order in which Vexa looks. */
  const refuseBot = (order: BotOrder, live: readonly StoredMeeting[]): Handled | undefined => {
    if (order.transcribe_enabled && !hasSpeechService)
      return jsonReply(503, {
        detail: 'no transcription backend configured — set it in Settings or environment variables',
      });
    const running = live.find(({ status }) => status !== 'idle');
    return running
      ? jsonReply(409, { detail: `An active meeting already exists for ${running.platform}/${running.nativeId}` })
      : undefined;
  };

  const createBot = ({ body }: ReceivedRequest): Handled => {
    const order = JSON.parse(body) as BotOrder;
    const fault = struck('bot');
    if (fault === 'cut before') return 'cut';
    const room = parseLink(order.meeting_url);
    if (!room)
      return jsonReply(422, { detail: "'native_meeting_id' is required: it could not be derived from meeting_url" });
    const live = inRoom(room.platform, room.nativeId);
    const refused = refuseBot(order, live);
    if (refused) return refused;
    if (fault === 'full') return jsonReply(429, { detail: 'User 1 has reached the maximum of 1 concurrent bots' });
    const meeting = live[0] ?? insert(order.meeting_url, room);
    meeting.status = 'requested';
    meeting.order = order;
    meeting.data = { ...meeting.data, transcribe_enabled: order.transcribe_enabled };
    if (fault === 'spawn failed') {
      moves(meeting, 'failed', { reason: 'join_failure', stage: 'requested', source: 'spawn' });
      return jsonReply(502, { detail: 'Failed to start bot workload' });
    }
    if (fault === 'cut after') return 'cut';
    // The sessions are in this answer alone.
    const once = { sessions: [meeting.connectionId], webhook_secret: webhookSecret };
    return jsonReply(201, present(meeting, { ...meeting.data, ...once }));
  };

  const stop = (platform: string, nativeId: string): Handled => {
    const pending = inRoom(platform, nativeId).filter(({ data }) => !data.stop_requested);
    if (pending.length === 0) return jsonReply(404, { detail: 'No active meeting for this bot' });
    for (const meeting of pending) {
      meeting.data = { ...meeting.data, stop_requested: true };
      if (meeting.status === 'active') moves(meeting, 'stopping', { source: 'user_stop' });
    }
    return jsonReply(200, { status: 'stopping', meeting_id: pending[0]?.id, also_stopped: [], cancelled: [] });
  };

  const ofMeeting = (meeting: StoredMeeting | undefined, method: string): Handled => {
    if (!meeting) return jsonReply(404, { detail: 'Meeting not found' });
    if (method === 'GET') return jsonReply(200, present(meeting));
    if (meeting.status === 'idle') {
      meetings.splice(meetings.indexOf(meeting), 1);
      return { status: 204 };
    }
    if (isLive(meeting)) return jsonReply(409, { detail: 'Meeting is still in flight' });
    meeting.data = { ...meeting.data, recordings: [], artifact_deletion: { state: 'completed' } };
    meeting.media = undefined;
    return { status: 204 };
  };

  const list = (query: URLSearchParams): Handled => {
    const [limit, offset] = [Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
    const status = query.get('status');
    const found = meetings.filter((meeting) => status === null || meeting.status === status).toReversed();
    const page = found.slice(offset, offset + limit).map((meeting) => {
      const { status_transition, recordings, ...light } = meeting.data;
      return present(meeting, light);
    });
    return jsonReply(200, { meetings: page, has_more: found.length > offset + limit });
  };

  const media = (recordingId: string, { headers }: ReceivedRequest): Handled => {
    const meeting = meetings.find(({ data }) => data.recordings?.some(({ id }) => String(id) === recordingId));
    if (!meeting?.media) return jsonReply(404, { detail: 'Recording not found' });
    const reply = rangeReply(meeting.media, { range: headers['range'], contentType: 'audio/webm' });
    return { ...reply, ...(struck('media') === 'cut halfway' && { cutAfterBytes: 100_000 }) };
  };

  const transcriptOf = (meeting: StoredMeeting | undefined): Handled =>
    !meeting || meeting.data['artifact_deletion']
      ? jsonReply(404, { detail: 'Meeting not found' })
      : jsonReply(200, { ...present(meeting), segments: meeting.segments });

  const find = (id: string | undefined) => meetings.find((meeting) => String(meeting.id) === id);

  const server = await aRecorderServer((request): Handled => {
    const { pathname, searchParams } = new URL(request.path, 'http://vexa.test');
    const fault = struck('any');
    if (fault !== undefined) return FAULTS[fault as keyof typeof FAULTS];
    if (request.headers['x-api-key'] !== key) return jsonReply(401, { detail: 'Invalid API key' });
    const [first, second, third] = pathname.split('/').slice(1).map(decodeURIComponent);
    switch (`${request.method} ${first}`) {
      case 'PUT user':
        return setWebhook(request);
      case 'POST meetings':
        return createPlan(request);
      case 'POST bots':
        return createBot(request);
      case 'GET bots':
        return list(searchParams);
      case 'DELETE bots':
        return stop(second ?? '', third ?? '');
      case 'GET meetings':
      case 'DELETE meetings':
        return ofMeeting(find(second), request.method);
      case 'GET transcripts':
        return transcriptOf(find(third));
      case 'GET recordings':
        return media(second ?? '', request);
      default:
        return jsonReply(404, { detail: 'Not Found' });
    }
  });

  return {
    ...server,
    key,
    webhookSecret,
    hooks,
    meetings,
    async close() {
      await hooks.settled();
      await server.close();
    },
    happens(id, to, why) {
      const meeting = find(id);
      if (!meeting) throw new Error(`There is no meeting ${id}.`);
      moves(meeting, to, why);
    },
    uploads(id, bytes, { isLast }) {
      const meeting = find(id);
      if (!meeting) throw new Error(`There is no meeting ${id}.`);
      meeting.media = bytes;
      // Empty last pieces are usual: the size that Vexa gives is that of the pieces so far.
      const file = {
        id: 800_000_000_000 + meeting.id,
        type: 'audio',
        format: 'webm',
        file_size_bytes: bytes.length + 7,
      };
      const recording = {
        id: 900_000_000_000 + meeting.id,
        status: isLast ? 'completed' : 'in_progress',
        media_files: [file],
      };
      meeting.data = { ...meeting.data, recordings: [recording] };
    },
    strikes: (fault) => faults.push(fault),
  };
}

const FAULTS = {
  'text 500': { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' },
  'user throttled': jsonReply(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1' }),
  'address throttled': { status: 429, headers: { 'retry-after': '60' }, body: 'Too many requests' },
  cut: 'cut',
  silence: 'silence',
} as const;
