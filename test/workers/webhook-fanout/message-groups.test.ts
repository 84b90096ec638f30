import { SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import { describe, expect, it } from '#test/support/jest';

/** An event that the relay has put into the queue of the fan-out. */
async function anEvent() {
  const path = anEventPath();
  const endpoint = await path.anEndpoint();
  await path.happens();
  await path.relayOnce();
  const groups = () => path.sqs.messages('fanout').map(({ group }) => group);
  return { ...path, endpoint, groups };
}

describe('an event from the bus, which can set no message group', () => {
  it('that waited for more than a second is queued once more in the group of its workspace, then fanned out', async () => {
    const { clock, consumeOnce, groups, endpoint, workspaceId, untilQuiet, sqs } = await anEvent();
    clock.advance(SECOND_MS + 1);

    await consumeOnce('fanout');

    expect(groups()).toEqual([workspaceId]);
    expect(sqs.messages('first')).toEqual([]);
    await untilQuiet();
    expect(endpoint.receiver.received).toHaveLength(1);
  });

  it('that does not wait is fanned out at once', async () => {
    const { consumeOnce, groups, sqs } = await anEvent();

    await consumeOnce('fanout');

    expect([groups(), sqs.messages('first').length]).toEqual([[], 1]);
  });

  it('that is received again is fanned out, however long it waited', async () => {
    const { clock, consumeOnce, take, put, groups, sqs } = await anEvent();
    const [{ body = '' } = {}] = sqs.messages('fanout');
    await take('fanout');
    await put('fanout', body);
    const [message] = sqs.messages('fanout');
    Object.assign(message ?? {}, { receives: 1 });
    clock.advance(60 * SECOND_MS);

    await consumeOnce('fanout');

    expect([groups(), sqs.messages('first').length]).toEqual([[], 1]);
  });

  it('that is fanned out already is dropped', async () => {
    const { clock, consumeOnce, put, groups, sqs, untilQuiet } = await anEvent();
    const [{ body = '' } = {}] = sqs.messages('fanout');
    await untilQuiet();
    await put('fanout', body);
    clock.advance(60 * SECOND_MS);

    await consumeOnce('fanout');

    expect(groups()).toEqual([]);
  });
});
