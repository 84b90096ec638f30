import { EventBridgeClient, PutEventsCommand, type PutEventsCommandInput } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import type { OutboxId } from '#shared/foundation/core/ids';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const OUT = 'out_01h455vb4pex5vsknk084sn02q' as OutboxId;
const aNotice = (type = 'meeting.created') => ({ id: OUT, type });
const many = (count: number) => Array.from({ length: count }, (_, number) => aNotice(`meeting.number_${number}`));

type Refusal = (detailType: string) => string | undefined;

/** A bus; `refusal` is the error code of an entry, and PutEvents still returns 200. */
function aBus(refusal: Refusal = () => undefined) {
  const client = new EventBridgeClient({ region: 'eu-central-1' });
  const mock = mockClient(client);
  const taken: string[] = [];
  const resultOf = (detailType = '') => {
    const ErrorCode = refusal(detailType);
    if (ErrorCode === undefined) taken.push(detailType);
    return ErrorCode === undefined ? { EventId: 'one' } : { ErrorCode };
  };
  mock.on(PutEventsCommand).callsFake(({ Entries = [] }: PutEventsCommandInput) => {
    const results = Entries.map(({ DetailType }) => resultOf(DetailType));
    return { Entries: results, FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length };
  });
  const requests = () => mock.commandCalls(PutEventsCommand).map(({ args: [command] }) => command.input.Entries ?? []);
  return { client, mock, taken, requests };
}

describe('publishing on the bus', () => {
  it('sends no request without notices', async () => {
    const { client, requests } = aBus();

    await eventBridgeBus(client, 'main').publish([]);

    expect(requests()).toEqual([]);
  });

  it.each([1, 10, 11, 100])('publishes %i notices, ten a request and all requests at once', async (count) => {
    const { client, taken } = aBus();
    const counter = requestCounter();

    await eventBridgeBus(counter.watch(client), 'main').publish(many(count));

    expect(taken.sort()).toEqual(
      many(count)
        .map(({ type }) => type)
        .sort(),
    );
    expect(counter.total).toMatchObject({ requests: Math.ceil(count / 10), trips: 1 });
  });

  it('names the bus, the source that rules match on, the type, and the key of the row', async () => {
    const { client, requests } = aBus();

    await eventBridgeBus(client, 'main').publish([aNotice()]);

    expect(requests()).toEqual([
      [
        {
          EventBusName: 'main',
          Source: 'rapporteur',
          DetailType: 'meeting.created',
          Detail: JSON.stringify({ id: OUT, type: 'meeting.created' }),
        },
      ],
    ]);
  });

  it('sends only refused entries again', async () => {
    let refusals = 2;
    const { client, taken, requests } = aBus((type) =>
      type.endsWith('_1') && refusals-- > 0 ? 'InternalFailure' : undefined,
    );

    await eventBridgeBus(client, 'main').publish(many(3));

    expect(taken).toEqual(['meeting.number_0', 'meeting.number_2', 'meeting.number_1']);
    expect(requests().map(({ length }) => length)).toEqual([3, 1, 1]);
  });

  it('throws when an entry is refused in three requests, although each returns 200', async () => {
    const { client, requests } = aBus((type) => (type.endsWith('_1') ? 'ThrottlingException' : undefined));

    await expect(eventBridgeBus(client, 'main').publish(many(3))).rejects.toThrow('1 of 3 messages were refused');
    expect(requests()).toHaveLength(3);
  });

  it('counts an entry without a result as refused', async () => {
    const { client, mock } = aBus();
    mock.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'one' }], FailedEntryCount: 0 });

    await expect(eventBridgeBus(client, 'main').publish(many(4))).rejects.toThrow('1 of 4 messages were refused');
  });
});
