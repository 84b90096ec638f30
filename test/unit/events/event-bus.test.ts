import { describe, expect, it } from '@jest/globals';
import type { OutboxId } from '#shared/core/ids';
import { eventBridgeBus } from '#shared/events/event-bus';
import { requestCounter } from '#test/support/aws/counting';
import { eventBridgeStandIn } from '#test/support/aws/eventbridge';

const OUT = 'out_01h455vb4pex5vsknk084sn02q' as OutboxId;
const aNotice = (type = 'meeting.created') => ({ id: OUT, type });
const many = (count: number) => Array.from({ length: count }, (_, number) => aNotice(`meeting.number_${number}`));

const typesOn = (bus: ReturnType<typeof eventBridgeStandIn>) => bus.events.map((event) => event['detail-type']);

describe('publishing on the bus', () => {
  it('asks for nothing where there is nothing', async () => {
    const counter = requestCounter();

    await eventBridgeBus(counter.watch(eventBridgeStandIn()), 'main').publish([]);

    expect(counter.total.requests).toBe(0);
  });

  it.each([1, 10, 11, 100])('publishes %i notices, ten a request and all requests at once', async (count) => {
    const bus = eventBridgeStandIn();
    const counter = requestCounter();

    await eventBridgeBus(counter.watch(bus), 'main').publish(many(count));

    expect(new Set(typesOn(bus)).size).toBe(count);
    expect(counter.total).toMatchObject({ requests: Math.ceil(count / 10), trips: 1 });
  });

  it('names the source that rules match on, the type, and the key of the row', async () => {
    const bus = eventBridgeStandIn();

    await eventBridgeBus(bus, 'main').publish([aNotice()]);

    expect(bus.events).toMatchObject([
      { source: 'rapporteur', 'detail-type': 'meeting.created', detail: { id: OUT, type: 'meeting.created' } },
    ]);
  });

  it('puts only refused entries again', async () => {
    let refusals = 3;
    const bus = eventBridgeStandIn([], {
      failsEntry: ({ DetailType }) => (DetailType?.endsWith('_1') && refusals-- > 1 ? 'InternalFailure' : undefined),
    });

    await eventBridgeBus(bus, 'main').publish(many(3));

    expect(typesOn(bus)).toEqual(['meeting.number_0', 'meeting.number_2', 'meeting.number_1']);
  });

  it('throws where an entry is refused again and again, though the answer says 200', async () => {
    const bus = eventBridgeStandIn([], {
      failsEntry: ({ DetailType }) => (DetailType?.endsWith('_1') ? 'ThrottlingException' : undefined),
    });

    await expect(eventBridgeBus(bus, 'main').publish(many(3))).rejects.toThrow('did not take 1 of 3');
  });

  it('takes an answer with too few results for a refusal', async () => {
    const client = { send: async () => ({ Entries: [{ EventId: 'one' }], FailedEntryCount: 0 }) };

    await expect(eventBridgeBus(client, 'main').publish(many(4))).rejects.toThrow('did not take 1 of 4');
  });
});
