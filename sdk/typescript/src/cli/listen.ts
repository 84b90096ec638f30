import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { CreateWebhookEndpointData, WebhookEndpoint } from '../generated/types.gen.js';
import type { Rapporteur } from '../rapporteur.js';
import { type Command, UsageError } from './program.js';

const POLL_MS = 1_000;
/** A list may lag behind the events by about a second: each look begins so long before the last. */
const OVERLAP_MS = 60_000;
const DELIVERY_TIMEOUT_MS = 10_000;
/** Under this name, which never resolves (RFC 2606), since events are read and not delivered. */
const NOWHERE = 'https://listen.rapporteur.invalid/';
const MARK = 'rapporteur_listen';

/**
 * Forwards events without a public address: an endpoint that is disabled from its beginning records each event as
 * `skipped`, and the command reads them. What was not read while the connection was gone is read afterwards.
 */
export const listen: Command = {
  usage: 'listen --forward URL [--events TYPE,TYPE] [--workspace ID]',
  summary: 'Forwards the webhook events of a workspace to a URL on this machine, signed, until Ctrl-C.',
  options: { forward: { type: 'string' }, events: { type: 'string' } },
  async run({ api, workspace, options, print, note, signal }) {
    const { forward, events = '*' } = options as Record<string, string | undefined>;
    if (forward === undefined || !URL.canParse(forward)) throw new UsageError(`Usage: rapporteur ${listen.usage}`);
    const client = await api();
    const endpoint = await anEndpoint(client, await workspace(), events.split(','));
    note(`Signing secret: ${endpoint.secret}`);
    note(`Forwarding ${events} to ${forward}. Ctrl-C ends it.`);
    let forwarded = 0;
    try {
      for await (const event of eventsOf(client, endpoint, { signal, note })) {
        const outcome = await deliver(event, { forward, secret: endpoint.secret ?? '' });
        forwarded += 1;
        print(
          options['json']
            ? JSON.stringify({ id: event.id, type: event.type, response: outcome })
            : `${event.type} ${event.id} -> ${outcome}`,
        );
      }
    } finally {
      await client.deleteWebhookEndpoint({ path: { id: endpoint.id } });
    }
    return { forwarded };
  },
  text: ({ forwarded }: { forwarded: number }) => [`Forwarded ${forwarded} events.`],
};

/** An own endpoint for each run; one that a run of this machine left behind is deleted first. */
async function anEndpoint(client: Rapporteur, workspace_id: string, enabled_events: readonly string[]) {
  for await (const { id, metadata } of client.items(client.listWebhookEndpoints({ query: { workspace_id } })))
    if (metadata[MARK] === hostname()) await client.deleteWebhookEndpoint({ path: { id } });
  // The service refuses an unknown type by name.
  const types = enabled_events as CreateWebhookEndpointData['body']['enabled_events'];
  return client.createWebhookEndpoint({
    body: { workspace_id, url: NOWHERE, enabled_events: types, status: 'disabled', metadata: { [MARK]: hostname() } },
  });
}

interface Sent {
  readonly id: string;
  readonly type: string;
  /** The body as it would be delivered. */
  readonly body: string;
}

interface Reading {
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** Each event once, oldest first, until the signal. A failed look is repeated. */
async function* eventsOf(
  client: Rapporteur,
  endpoint: WebhookEndpoint,
  { signal, note }: Reading,
): AsyncGenerator<Sent> {
  const seen = new Set<string>();
  let since = Date.now();
  while (!signal.aborted) {
    const begun = Date.now();
    try {
      for (const id of await newEvents(client, endpoint, since, seen)) {
        const { type, created_at, data } = await client.readWebhookEvent({ path: { id } });
        seen.add(id);
        yield { id, type, body: JSON.stringify({ id, type, created_at, data }) };
      }
      since = begun;
    } catch (error) {
      if (!signal.aborted) note(error instanceof Error ? error.message : String(error));
    }
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function newEvents(client: Rapporteur, endpoint: WebhookEndpoint, since: number, seen: ReadonlySet<string>) {
  const { id: webhook_endpoint_id, workspace_id } = endpoint;
  const created_after = new Date(since - OVERLAP_MS).toISOString();
  const query = { workspace_id, webhook_endpoint_id, created_after, limit: 100 };
  const ids: string[] = [];
  for await (const { id } of client.items(client.listWebhookEvents({ query }))) if (!seen.has(id)) ids.unshift(id);
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
    return error instanceof Error ? error.message : String(error);
  }
}
