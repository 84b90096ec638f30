import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import { resolveNameAt } from '#shared/webhooks/addresses/resolve-name';
import { validateWebhookUrl } from '#shared/webhooks/addresses/validate-webhook-url';
import type { WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';
import { anAuthority } from '#test/unit/webhooks/delivery/sender/certificates';
import { BUSY_PATH } from '../benchmarks/sender/receiver.ts';
import { receiverProcess } from '../benchmarks/sender/receiver-process.ts';

interface Given {
  readonly hosts: readonly string[];
  readonly random: () => number;
  readonly delivered: (subject: string, delivery: string) => void;
}

/** Requests that receivers answer 503, of a hundred. */
const BUSY_PERCENT = 1;
const LOOPBACK = '127.0.0.1';

/**
 * The product's own sender, over TLS on kept connections, to receivers in another process. One request in a hundred is
 * answered 503, whatever attempt it is.
 */
export async function receivers({ hosts, random, delivered }: Given) {
  const authority = anAuthority();
  const { port, names, close } = await receiverProcess(authority, hosts);
  const real = undiciWebhookSender({
    isPublicAddress: (address) => isPublicAddress(address) || address === LOOPBACK,
    resolve: resolveNameAt([names]),
    validateUrl: (url) => validateWebhookUrl(url, { ports: [port] }),
    allowLocalReceivers: false,
    tls: { ca: authority.cert },
  });
  const send: WebhookSender['send'] = async (request) => {
    const { hostname, pathname } = new URL(request.url);
    const path = random() * 100 < BUSY_PERCENT ? BUSY_PATH : pathname;
    const outcome = await real.send({ ...request, url: `https://${hostname}:${port}${path}` });
    if (outcome.responseStatus === 204) delivered(...namesIn(request));
    return outcome;
  };
  return { sender: { send } satisfies WebhookSender, closeConnections: real.close, close };
}

function namesIn({ body }: WebhookRequest): readonly [subject: string, delivery: string] {
  const { id, data } = JSON.parse(Buffer.from(body).toString('utf8'));
  return [data.object.id, id];
}
