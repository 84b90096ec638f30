import type { WebhookRequest } from '#shared/ports/webhook-sender';
import { undiciWebhookSender } from '#shared/providers/undici-webhook-sender';
import { judgeAddress } from '#shared/webhooks/judge-address';

type Options = Parameters<typeof undiciWebhookSender>[0];

const senders: { close(): void }[] = [];

export const closeSenders = (): void => {
  for (const sender of senders.splice(0)) sender.close();
};

/** Sends to receivers on this machine as the local stack does: `http://127.0.0.1:port`. */
export const aLocalSender = (over: Partial<Options> = {}) =>
  aSender({ judgeAddress, allowLocalReceivers: true, ...over });

/** In which 127.0.0.1 plays a public address, and every other is judged as it is. */
export const aPublicSender = (over: Partial<Options> = {}) =>
  aSender({ judgeAddress: (address) => (address === '127.0.0.1' ? { public: true } : judgeAddress(address)), ...over });

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

function aSender(over: Partial<Options> & Pick<Options, 'judgeAddress'>) {
  const sender = undiciWebhookSender({
    resolve: () => Promise.reject(new Error('no name was expected to be looked up')),
    allowLocalReceivers: false,
    ports: [443, 8443],
    deadlineMs: 2_000,
    bodyMs: 200,
    ...over,
  });
  senders.push(sender);
  return sender;
}
