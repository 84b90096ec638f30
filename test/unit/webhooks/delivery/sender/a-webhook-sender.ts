import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import { DEFAULT_PORTS, validateWebhookUrl } from '#shared/webhooks/addresses/validate-webhook-url';
import type { WebhookRequest } from '#shared/webhooks/delivery/ports';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';

type SenderOptions = Parameters<typeof undiciWebhookSender>[0];
type Options = Partial<SenderOptions> & {
  /** Where receivers may listen, beside 443 and 8443. */
  readonly ports?: readonly number[];
  /** The deadlines of a deployment, in place of shorter ones. */
  readonly ownPace?: boolean;
};

const senders: { close(): void }[] = [];

export const closeSenders = (): void => {
  for (const sender of senders.splice(0)) sender.close();
};

/** Sends to receivers on this machine as the local stack does: `http://127.0.0.1:port`. */
export const aLocalSender = (over: Options = {}) => aSender({ isPublicAddress, allowLocalReceivers: true, ...over });

/** In which 127.0.0.1 plays a public address, and every other is judged as it is. */
export const aPublicSender = (over: Options = {}) =>
  aSender({ isPublicAddress: (address) => address === '127.0.0.1' || isPublicAddress(address), ...over });

/** Answers one list after the other, the last one for ever; notes what it was asked. */
export const aResolver = (...answers: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  const resolve = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { asked, resolve };
};

export const aRequest = (url: string, over: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url,
  headers: { 'x-service-event': 'meeting.updated' },
  body: Buffer.from('{"id":"evt_1"}'),
  ...over,
});

function aSender({
  ports = [],
  allowLocalReceivers = false,
  ownPace = false,
  ...over
}: Options & Pick<SenderOptions, 'isPublicAddress'>) {
  const rules = { allowLocalReceivers, ports: [...DEFAULT_PORTS, ...ports] };
  const sender = undiciWebhookSender({
    // The literal address plays a public one as well, where it is not this machine.
    validateUrl: (url) => (url.startsWith('https://127.0.0.1:') ? { accepted: url } : validateWebhookUrl(url, rules)),
    resolve: () => Promise.reject(new Error('no name was expected to be looked up')),
    allowLocalReceivers,
    ...(!ownPace && { deadlineMs: 2_000, bodyMs: 200 }),
    ...over,
  });
  senders.push(sender);
  return sender;
}
