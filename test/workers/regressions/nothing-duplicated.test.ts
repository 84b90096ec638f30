import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { HOUR_MS, later, SECOND_MS } from '#shared/core/time';
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
describe('nothing is duplicated, where other senders failed:', () => {
  it('the queue redelivered a message before the request ended: the visibility timeout exceeds ten seconds', async () => {
    const path = anEventPath({
      faults: ({ operation }) => (operation === 'receiver' ? { kind: 'stall', seconds: 10 } : undefined),
    });
    const { receiver } = await path.anEndpoint();
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
    expect(path.sent.filter((body) => body.includes('attempt'))).toHaveLength(1);
  });

  it('one batch held the same entry twice: it causes one request', async () => {
    const { path, received } = await untilFirstQueue();
    const [message] = path.sqs.messages('first');
    await path.put('first', message?.body ?? '');
    await path.put('first', message?.body ?? '');

    await path.consumeOnce('first');
    await path.untilQuiet();

    expect(received).toHaveLength(1);
    expect(path.waiting()).toEqual([]);
  });

  it('each duplicate of a message scheduled a retry of its own: one message is queued for each attempt', async () => {
    const { path, received } = await untilFirstQueue([500, 204]);
    const [message] = path.sqs.messages('first');
    for (let time = 0; time < 4; time += 1) await path.put('first', message?.body ?? '');

    await path.untilQuiet();

    expect(received).toHaveLength(2);
    expect(path.sent.filter((body) => body.includes('"attempt":2'))).toHaveLength(1);
  });

  it('two concurrent fan-outs made two deliveries: the id of a delivery is derived from event and endpoint', async () => {
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

  it('a concurrent repeated creation made two endpoints: one Idempotency-Key creates one', async () => {
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

  it('a limit was counted without effect: the 31st test of a minute is refused, and nothing is sent', async () => {
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

  it('hours were read as seconds: gaps between attempts grow from 30 seconds to an hour', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    const began = path.clock.now();
    await path.happens();

    await path.untilQuiet({ until: later(began, 20 * SECOND_MS) });
    expect(receiver.received).toHaveLength(1);
    await path.untilQuiet({ until: later(began, HOUR_MS) });
    expect(receiver.received.length).toBeGreaterThanOrEqual(6);
    expect(receiver.received.length).toBeLessThanOrEqual(8);
  });
});
