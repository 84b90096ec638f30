import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import { aWorldWithAnOwner } from '#test/contract/webhook-endpoints/an-endpoint';
import { acceptingSender } from '#test/support/accepting-sender';
import { callsTo } from '#test/support/api';
import { anEventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

async function untilFirstQueue(answers: readonly number[] = [204]) {
  const path = anEventPath();
  const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers }) });
  await path.happens();
  await path.relayOnce();
  await path.consumeOnce('fanout');
  return { path, received: endpoint.receiver.received };
}

/** Each case is a bug by which a webhook sender sent or created something twice. */
describe('a webhook sender repeats nothing: it', () => {
  // Seen at other senders: the queue redelivered a message before the request ended.
  it('sends a request that lasts ten seconds once, since the visibility timeout is longer', async () => {
    const path = anEventPath({
      faults: ({ operation }) => (operation === 'receiver' ? { kind: 'stall', seconds: 10 } : undefined),
    });
    const { receiver } = await path.anEndpoint();
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
    expect(path.sent.filter((body) => body.includes('attempt'))).toHaveLength(1);
  });

  // Seen at other senders: one batch held the same entry twice.
  it('sends one request for a message that a batch has several times', async () => {
    const { path, received } = await untilFirstQueue();
    const [message] = path.sqs.messages('first');
    await path.put('first', message?.body ?? '');
    await path.put('first', message?.body ?? '');

    await path.consumeOnce('first');
    await path.untilQuiet();

    expect(received).toHaveLength(1);
    expect(path.waiting()).toEqual([]);
  });

  // Seen at other senders: each duplicate of a message scheduled a retry of its own.
  it('queues one message for each attempt', async () => {
    const { path, received } = await untilFirstQueue([500, 204]);
    const [message] = path.sqs.messages('first');
    for (let time = 0; time < 4; time += 1) await path.put('first', message?.body ?? '');

    await path.untilQuiet();

    expect(received).toHaveLength(2);
    expect(path.sent.filter((body) => body.includes('"attempt":2'))).toHaveLength(1);
  });

  // Seen at other senders: two concurrent fan-outs made two deliveries.
  it('creates one delivery for repeated fan-outs, with an id derived from event and endpoint', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    const [message] = path.sqs.messages('fanout');
    for (let time = 0; time < 3; time += 1) await path.put('fanout', message?.body ?? '');

    await path.untilQuiet();

    expect(await path.all()).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  // Seen at other senders: a concurrent repeated creation made two endpoints.
  it('creates one endpoint for one Idempotency-Key', async () => {
    const { call, wanted, owner } = await aWorldWithAnOwner();
    const create = () =>
      call('POST', '/webhook_endpoints', { key: owner.key, headers: { 'idempotency-key': 'once' }, body: wanted });

    const answers = await Promise.all([create(), create(), create()]);
    const again = await create();

    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set([...made, again.body.id]).size).toBe(1);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const { body } = await call('GET', `/webhook_endpoints?workspace_id=${owner.workspaceId}`, { key: owner.key });
    expect(body.data).toHaveLength(1);
  });

  // Seen at other senders: a limit was counted without effect.
  it('refuses the 31st test of a minute, and sends nothing', async () => {
    let sent = 0;
    const { create, owner, context, lookUp } = await aWorldWithAnOwner();
    const sender: WebhookSender = {
      send: (request) => {
        sent += 1;
        return acceptingSender.send(request);
      },
    };
    const call = callsTo(webhookEndpoints({ ...context, lookUp, sender }));
    const { id } = (await create()).body;

    const answers = [];
    for (let time = 0; time < 31; time += 1)
      answers.push((await call('POST', `/webhook_endpoints/${id}/test`, { key: owner.key, body: {} })).status);

    expect(answers).toEqual([...Array(30).fill(200), 429]);
    expect(sent).toBe(30);
  });
});
