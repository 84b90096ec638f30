import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { RapporteurError, reasonOf } from '../errors.js';
import type { CreateWebhookEndpointData } from '../generated/types.gen.js';
import { API_VERSION } from '../generated/version.js';
import type { Rapporteur } from '../rapporteur.js';
import { type Command, type Invocation, UsageError, WORKSPACE } from './program.js';

const POLL_MS = 1_000;
/** A list may lag behind the events by about a second: each look begins so long before the last event that was read. */
const OVERLAP_MS = 60_000;
/** Looks without an event between two questions whether the endpoint is still there. */
const LOOKS_BETWEEN_CHECKS = 30;
const DELIVERY_TIMEOUT_MS = 10_000;
/** Under this name, which never resolves (RFC 2606), since events are read and not delivered. */
const NOWHERE = 'https://listen.rapporteur.invalid/';
const HOST = 'rapporteur_listen';
const PROCESS = 'rapporteur_listen_process';
/** Of an endpoint that no run has. */
const NO_PROCESS = '0';
const STARTED_AT = 'rapporteur_listen_started_at';

/**
 * Forwards events without a public address: an endpoint that is disabled from its beginning records each event as
 * `skipped`, and the command reads them. What was not read while the connection was gone is read afterwards.
 */
export const listen: Command = {
  summary: 'Forwards the webhook events of a workspace to a URL on this machine, signed, until Ctrl-C.',
  options: {
    forward: { value: 'URL', help: 'where each event is sent, such as http://localhost:3000/hooks' },
    events: { value: 'TYPE,TYPE', help: 'only events of these types, such as meeting.finished' },
    temporary: { help: 'with an endpoint and a secret of this run alone, as for CI' },
    ...WORKSPACE,
  },
  required: ['forward'],
  async run(invocation) {
    const { api, workspace, options, print, note } = invocation;
    const { forward = '', events = '*' } = options as Record<string, string | undefined>;
    if (!URL.canParse(forward)) throw new UsageError(`--forward is not a URL: ${forward}`);
    const client = await api();
    const endpoint = await anEndpoint(client, await workspace(), events.split(','), invocation);
    note(`Signing secret: ${endpoint.secret}`);
    note(`Forwarding ${events === '*' ? 'every event' : events} to ${forward}. Ctrl-C ends it.`);
    let forwarded = 0;
    try {
      for await (const event of eventsOf(client, endpoint, invocation)) {
        const response = await deliver(event, { forward, secret: endpoint.secret });
        forwarded += 1;
        const { id, type } = event;
        print(options['json'] ? JSON.stringify({ id, type, response }) : `${type} ${id} -> ${response}`);
      }
    } finally {
      await leave(client, endpoint, note);
    }
    note(`Forwarded: ${forwarded}.`);
  },
};

/** The endpoint of a run. */
interface RunEndpoint {
  readonly id: string;
  readonly workspace_id: string;
  readonly secret: string;
  /** By the clock of the service: earlier events are not forwarded. */
  readonly startedAt: string;
  /** Whether the next run takes it, with its secret. */
  readonly isKept: boolean;
}

/**
 * The endpoint of the last run in the workspace on this machine, unless it was deleted or another run has it; else a new
 * one. Those of no run are deleted.
 */
async function anEndpoint(
  client: Rapporteur,
  workspace_id: string,
  enabled_events: readonly string[],
  { listeners, options, note }: Pick<Invocation, 'listeners' | 'options' | 'note'>,
): Promise<RunEndpoint> {
  // The service refuses an unknown type by name.
  const types = enabled_events as CreateWebhookEndpointData['body']['enabled_events'];
  const wanted = { enabled_events: types, status: 'disabled', metadata: metadataOfRun() } as const;
  const kept = await listeners.load(workspace_id);
  const found = await endpointsOfThisMachine(client, workspace_id, kept?.endpointId);
  if (kept && found === 'free' && !options['temporary']) {
    const body = { ...wanted, api_version: API_VERSION };
    const { updated_at } = await client.changeWebhookEndpoint({ path: { id: kept.endpointId }, body });
    return { id: kept.endpointId, workspace_id, secret: kept.secret, startedAt: updated_at, isKept: true };
  }
  const created = await client.createWebhookEndpoint({ body: { workspace_id, url: NOWHERE, ...wanted } });
  const { id, secret = '', created_at: startedAt } = created;
  const endpoint = { id, workspace_id, secret, startedAt, isKept: false };
  if (options['temporary'] || found === 'taken') return endpoint;
  try {
    await listeners.save(workspace_id, { endpointId: id, secret });
    return { ...endpoint, isKept: true };
  } catch (error) {
    note(`The endpoint is of this run alone, since it cannot be stored: ${reasonOf(error)}`);
    return endpoint;
  }
}

/** The time makes it new in each run, so that the endpoint has the time of its start. */
const metadataOfRun = () => ({
  [HOST]: hostname(),
  [PROCESS]: String(process.pid),
  [STARTED_AT]: new Date().toISOString(),
});

/** Whether the kept endpoint is there for a run. Deletes those that earlier runs of this machine left behind. */
async function endpointsOfThisMachine(
  client: Rapporteur,
  workspace_id: string,
  kept: string | undefined,
): Promise<'free' | 'taken' | 'gone'> {
  let found: 'free' | 'taken' | 'gone' = 'gone';
  for await (const { id, metadata } of client.items(client.listWebhookEndpoints({ query: { workspace_id } }))) {
    if (metadata[HOST] !== hostname()) continue;
    const isTaken = isRunning(Number(metadata[PROCESS]));
    if (id === kept) found = isTaken ? 'taken' : 'free';
    else if (!isTaken) await client.deleteWebhookEndpoint({ path: { id } });
  }
  return found;
}

/** Another process than this one: in a container each run has the same number. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    // A process of another user is there as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Frees a kept endpoint for the next run, and deletes one of this run alone. */
async function leave(client: Rapporteur, { id, isKept }: RunEndpoint, note: Invocation['note']): Promise<void> {
  const path = { id };
  try {
    if (isKept) await client.changeWebhookEndpoint({ path, body: { metadata: { [PROCESS]: NO_PROCESS } } });
    else await client.deleteWebhookEndpoint({ path });
  } catch (error) {
    if (!isKept) note(`Its endpoint ${id} is left, and the next listen on this machine deletes it. ${reasonOf(error)}`);
  }
}

interface Sent {
  readonly id: string;
  readonly type: string;
  /** The body as it would be delivered. */
  readonly body: string;
}

/** Each event once, oldest first, until the signal. A failed look is repeated. */
async function* eventsOf(
  client: Rapporteur,
  endpoint: RunEndpoint,
  { signal, note }: Pick<Invocation, 'signal' | 'note'>,
): AsyncGenerator<Sent> {
  const seen = new Set<string>();
  // Times are those of the service alone: the clock of this machine may differ.
  const look = { endpoint, seen, signal, since: Date.parse(endpoint.startedAt) };
  const connection = reported(note);
  for (let looks = 1; !signal.aborted; looks += 1) {
    try {
      yield* unseenEvents(client, look);
      if (looks % LOOKS_BETWEEN_CHECKS === 0) await client.readWebhookEndpoint({ path: { id: endpoint.id }, signal });
      connection.works();
    } catch (error) {
      if (signal.aborted) return;
      if (isLasting(error)) throw error;
      connection.fails(reasonOf(error));
    }
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** A refusal that another look would only repeat, such as of a key that is no longer valid, or a deleted endpoint. */
const isLasting = (error: unknown): boolean =>
  error instanceof RapporteurError && error.code !== undefined && error.status < 500 && error.status !== 429;

/** Says that the connection fails, once for each reason, and that it works again. */
function reported(note: Invocation['note']) {
  let problem = '';
  return {
    works() {
      if (problem !== '') note('Connected again.');
      problem = '';
    },
    fails(reason: string) {
      if (reason !== problem) note(`No connection: ${reason.replace(/\.$/, '')}. Trying again.`);
      problem = reason;
    },
  };
}

interface Look {
  readonly endpoint: RunEndpoint;
  readonly seen: Set<string>;
  readonly signal: AbortSignal;
  /** Milliseconds: of the last event that was read. */
  since: number;
}

async function* unseenEvents(client: Rapporteur, look: Look): AsyncGenerator<Sent> {
  for (const id of await unseenIds(client, look)) {
    if (look.signal.aborted) return;
    const { type, created_at, data } = await client.readWebhookEvent({ path: { id }, signal: look.signal });
    look.seen.add(id);
    look.since = Math.max(look.since, Date.parse(created_at));
    yield { id, type, body: JSON.stringify({ id, type, created_at, data }) };
  }
}

async function unseenIds(client: Rapporteur, { endpoint, since, seen, signal }: Look): Promise<readonly string[]> {
  const { id: webhook_endpoint_id, workspace_id, startedAt } = endpoint;
  const created_after = new Date(since - OVERLAP_MS).toISOString();
  const query = { workspace_id, webhook_endpoint_id, created_after, limit: 100 };
  const ids: string[] = [];
  for await (const { id, created_at } of client.items(client.listWebhookEvents({ query, signal })))
    if (!seen.has(id) && Date.parse(created_at) >= Date.parse(startedAt)) ids.unshift(id);
  return ids;
}

async function deliver(
  { type, body }: Sent,
  to: { readonly forward: string; readonly secret: string },
): Promise<string> {
  const time = Math.floor(Date.now() / 1000);
  const sign = (text: string) => createHmac('sha256', to.secret).update(text).digest('hex');
  try {
    const response = await fetch(to.forward, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-event': type,
        'x-service-signature': `t=${time},v1=${sign(`${time}.${body}`)}`,
        'x-webhook-signature': `sha256=${sign(body)}`,
      },
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return reasonOf(error);
  }
}
