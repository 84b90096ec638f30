import * as v from 'valibot';
import { outboxRelay } from '#functions/workers/outbox-relay/index';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { inMemoryEventBridge } from '#test/doubles/aws/eventbridge';
import { describe, expect, it } from '#test/support/jest';

const OUT = 'out_01h455vb4pex5vsknk084sn02q';
const BOT = 'bot_01h455vb4pex5vsknk084sn02q';

const aRecord = ({ pk = OUT, sk = 'EVENT#meeting.created', eventName = 'INSERT' } = {}) => ({
  eventName,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
});

const Detail = v.object({ id: v.string(), type: v.string(), others: v.optional(v.array(v.string()), []) });
const detailOf = ({ detail }: { readonly detail: unknown }) => v.parse(Detail, detail);

function aRelay(failsEntry?: (position: number) => boolean) {
  const log: unknown[] = [];
  const bus = inMemoryEventBridge([], {
    failsEntry: (_entry, position) => (failsEntry?.(position) ? 'ThrottlingException' : undefined),
  });
  const relay = outboxRelay({ bus: eventBridgeBus(bus, 'main'), log: (entry) => void log.push(entry) });
  return { bus, log, relay };
}

describe('the outbox relay', () => {
  it('publishes the key of each new row, without content', async () => {
    const { bus, relay } = aRelay();

    await relay({ Records: [aRecord(), aRecord({ sk: `EVENT#job.recording#${BOT}` })] });

    expect(bus.events.map((event) => [event.source, event['detail-type'], event.detail])).toEqual([
      ['rapporteur', 'meeting.created', { id: OUT, type: 'meeting.created' }],
      ['rapporteur', 'job.recording', { id: OUT, type: 'job.recording', subject: BOT }],
    ]);
  });

  it('publishes more events than one request holds', async () => {
    const { bus, relay } = aRelay();

    await relay({ Records: Array.from({ length: 100 }, () => aRecord()) });

    const published = bus.events.map(detailOf).flatMap(({ id, others }) => [id, ...others]);
    expect(published).toEqual(Array(100).fill(OUT));
  });

  it('puts up to five events of one type into an entry, and each job into its own', async () => {
    const { bus, relay } = aRelay();
    const events = Array.from({ length: 6 }, () => aRecord());
    const others = [aRecord({ sk: 'EVENT#meeting.updated' }), aRecord({ sk: `EVENT#job.recording#${BOT}` })];

    await relay({ Records: [...others, ...events, ...others] });

    expect(bus.events.map(detailOf).map(({ type, others }) => [type, others.length])).toEqual([
      ['meeting.updated', 1],
      ['meeting.created', 4],
      ['meeting.created', 0],
      ['job.recording', 0],
      ['job.recording', 0],
    ]);
  });

  it.each([
    ['a change of a row', aRecord({ eventName: 'MODIFY' })],
    ['another row', aRecord({ pk: 'mtg_01h455vb4pex5vsknk084sn02q', sk: '.' })],
    ['a malformed id', aRecord({ pk: 'out_x' })],
    ['a job with an unknown subject', aRecord({ sk: 'EVENT#job.recording#unknown' })],
    ['a record without keys', { eventName: 'INSERT' }],
    ['nothing', null],
  ])('skips %s, and publishes the rest of the batch', async (_what, record) => {
    const { bus, log, relay } = aRelay();

    await relay({ Records: [record, aRecord()] });

    expect(bus.events).toHaveLength(1);
    expect(log).toEqual([{ worker: 'outbox-relay', records: 2, published: 1 }]);
  });

  it('repeats entries that the bus refused in a response of 200', async () => {
    let refusals = 2;
    const { bus, relay } = aRelay((position) => position === 0 && refusals-- > 0);

    await relay({ Records: [aRecord(), aRecord({ sk: 'EVENT#meeting.updated' })] });

    expect(bus.events.map((event) => event['detail-type']).sort()).toEqual(['meeting.created', 'meeting.updated']);
  });

  it('throws if the bus keeps refusing an entry, so that the stream repeats the batch', async () => {
    const { relay, log } = aRelay(() => true);

    await expect(relay({ Records: [aRecord()] })).rejects.toThrow('1 of 1 messages were refused');
    expect(log).toEqual([]);
  });
});
