import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Fetch } from '#shared/capture/recorders/requests/send-request';
import { vexa } from '#shared/capture/recorders/vexa/vexa-recorder';
import { aHookReceiver } from './hook-receiver.ts';
import type { CallMeans, CallStep, Peer } from './peer.ts';

export interface VexaAccess {
  /** The gateway. */
  readonly url: string;
  readonly key: string;
  readonly send: Fetch;
  /** The meeting API behind the gateway, where bots report. */
  readonly meetingApi: string | undefined;
  /** `INTERNAL_API_SECRET` of the meeting API. */
  readonly internalSecret: string;
  /** A command that ends in `redis-cli` and its options, for the Redis of Vexa. */
  readonly redis: string;
}

const WEBHOOK_SECRET = 'whsec-check-0123456789';

/** Vexa's own API. What a bot in a call would report goes to its meeting API, as a bot sends it. */
export async function vexaPeer(access: VexaAccess): Promise<Peer> {
  const { url, key, meetingApi } = access;
  const receiver = meetingApi === undefined ? undefined : await aHookReceiver();
  if (receiver) await subscribe(access, receiver.port);
  return {
    name: `Vexa at ${url}`,
    adapter: vexa,
    configuration: { name: 'vexa', baseUrl: url, apiKey: key, webhookSecret: WEBHOOK_SECRET, hookUrl: null },
    means: meetingApi === undefined ? undefined : vexaMeans(access, meetingApi, async () => receiver?.close()),
    send: access.send,
    createsAt: '/bots',
    denied: 'not_admitted',
    hooks: receiver?.hooks,
  };
}

/** Vexa sends no webhooks to loopback by name or by IPv4; this spelling of it gets through. */
async function subscribe({ url, key }: VexaAccess, port: number): Promise<void> {
  const types = ['meeting.started', 'meeting.status_change', 'meeting.completed', 'bot.failed'];
  const response = await fetch(`${url}/user/webhook`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      webhook_url: `http://[::ffff:127.0.0.1]:${port}/`,
      webhook_secret: WEBHOOK_SECRET,
      webhook_events: Object.fromEntries(types.map((type) => [type, true])),
    }),
  });
  if (!response.ok) throw new Error(`PUT /user/webhook: ${response.status}`);
}

/** The reports of a bot for each step. */
const REPORTS: Readonly<Record<CallStep, readonly Readonly<Record<string, unknown>>[]>> = {
  lobby: [{ status: 'joining' }, { status: 'awaiting_admission' }],
  admitted: [{ status: 'active' }],
  denied: [
    {
      status: 'failed',
      completion_reason: 'awaiting_admission_rejected',
      failure_stage: 'awaiting_admission',
      exit_code: 1,
    },
  ],
  crashed: [
    { status: 'joining' },
    { status: 'failed', completion_reason: 'join_failure', failure_stage: 'joining', exit_code: 1 },
  ],
  'meeting ended': [{ status: 'completed', completion_reason: 'left_alone', exit_code: 0 }],
};

function vexaMeans(access: VexaAccess, meetingApi: string, close: () => Promise<void>): CallMeans {
  const connections = new Map<string, string>();
  const reported = new Set<string>();
  const connectionOf = (id: string): string => {
    const known = connections.get(id);
    if (known === undefined) throw new Error(`Vexa named no connection of bot ${id}.`);
    return known;
  };
  const report = async (id: string, event: Readonly<Record<string, unknown>>) => {
    const body = JSON.stringify({ connection_id: connectionOf(id), ...event });
    const headers = { 'content-type': 'application/json', 'x-internal-secret': access.internalSecret };
    const response = await fetch(`${meetingApi}/bots/internal/callback/lifecycle`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`lifecycle: ${response.status} ${(await response.text()).slice(0, 200)}`);
    reported.add(id);
  };
  return {
    accepts({ externalId, otherIds: [connection] }) {
      if (connection !== undefined) connections.set(externalId, connection);
    },
    async happens(id, step) {
      const first = step === 'admitted' && !reported.has(id) ? [{ status: 'joining' }] : [];
      for (const event of [...first, ...REPORTS[step]]) await report(id, event);
    },
    leaves: async (id) => {
      // A bot that hears the command reports it by itself.
      const reason = { completion_reason: 'stopped', failure_stage: 'awaiting_admission', exit_code: 0 };
      await report(id, { status: 'failed', ...reason }).catch(() => undefined);
    },
    async records(id, media, { speaker, text }) {
      await upload(access, meetingApi, connectionOf(id), media);
      const segments = [{ segment_id: `${id}:1`, speaker, text, start: 0.5, end: 2, language: 'en', completed: true }];
      await redis(
        access,
        'XADD',
        'transcription_segments',
        '*',
        'payload',
        JSON.stringify({ type: 'transcription', meeting_id: Number(id), segments }),
      );
    },
    close,
  };
}

async function upload(access: VexaAccess, meetingApi: string, session: string, media: Uint8Array): Promise<void> {
  const form = new FormData();
  const fields = { session_uid: session, media_type: 'audio', media_format: 'webm', chunk_seq: '0', is_final: 'true' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(media)]), 'audio.webm');
  const headers = { authorization: `Bearer ${access.internalSecret}` };
  const response = await fetch(`${meetingApi}/internal/recordings/upload`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`upload: ${response.status} ${(await response.text()).slice(0, 200)}`);
}

async function redis({ redis: command }: VexaAccess, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('sh', ['-c', `exec ${command} "$@"`, 'redis', ...args]);
}
