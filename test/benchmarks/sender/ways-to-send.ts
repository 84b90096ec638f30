import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Agent as UndiciAgent } from 'undici';
import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import { type NameLookup, resolveNameAt } from '#shared/webhooks/addresses/resolve-name';
import { validateWebhookUrl } from '#shared/webhooks/addresses/validate-webhook-url';
import type { WebhookRequest } from '#shared/webhooks/delivery/ports';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';

export interface WayToSend {
  readonly name: string;
  /** Resolves once a 204 is there; rejects at anything else. */
  readonly send: (request: WebhookRequest) => Promise<void>;
  readonly close: () => void;
}

interface Scene {
  readonly port: number;
  /** A name server, its address and port. */
  readonly names: string;
  /** To trust. */
  readonly ca: string;
  readonly parallel: number;
}

const LOOPBACK = '127.0.0.1';

/** Ours, with all its guards: each name is looked up for each connection, and judged. */
export const ourSender = (scene: Scene): WayToSend => ourSenderWith('the sender', scene, resolveNameAt([scene.names]));

/** The same without the look-ups of names, which the others have not either. */
export const ourSenderKnowingNames = (scene: Scene): WayToSend =>
  ourSenderWith('the sender, names known', scene, async () => [LOOPBACK]);

function ourSenderWith(name: string, { port, ca }: Scene, resolve: NameLookup): WayToSend {
  const sender = undiciWebhookSender({
    // Judged as every address is; here alone the verdict does not count.
    isPublicAddress: (address) => isPublicAddress(address) || address === LOOPBACK,
    resolve,
    validateUrl: (url) => validateWebhookUrl(url, { ports: [port] }),
    allowLocalReceivers: false,
    tls: { ca },
  });
  return {
    name,
    send: async (request) => expectNoContent((await sender.send(request)).responseStatus),
    close: sender.close,
  };
}

/** undici alone: no address judged, no answer kept, no deadline. What could be reached without any guard. */
export function undiciAlone({ ca, parallel }: Scene): WayToSend {
  const agent = new UndiciAgent({ connections: parallel, connect: { lookup: toLoopback, ca } });
  return {
    name: 'undici alone',
    send: async ({ url, headers, body }) => {
      const { origin, pathname } = new URL(url);
      const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body });
      await answer.body.dump();
      expectNoContent(answer.statusCode);
    },
    close: () => void agent.destroy(),
  };
}

/** Node's own client, likewise. */
export function nodeAlone({ ca, parallel }: Scene): WayToSend {
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: parallel, lookup: toLoopback, ca });
  return {
    name: 'node:https alone',
    send: ({ url, headers, body }) =>
      new Promise((resolve, reject) => {
        const post = httpsRequest(url, { method: 'POST', agent, headers }, (answer) => {
          answer.resume().on('end', () => resolve(expectNoContent(answer.statusCode ?? null)));
        });
        post.on('error', reject).end(body);
      }),
    close: () => agent.destroy(),
  };
}

const toLoopback: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: LOOPBACK, family: 4 }]) : callback(null, LOOPBACK, 4);

function expectNoContent(status: number | null): void {
  if (status !== 204) throw new Error(`The receiver answered ${status}.`);
}
