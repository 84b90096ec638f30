import { PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { inMemoryEventBridge, type RoutedEvent } from '#test/doubles/aws/eventbridge';
import { describe, expect, it } from '#test/support/jest';

const anEntry = (more: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
  Source: 'rapporteur',
  DetailType: 'meeting.created',
  Detail: '{"id":"out_1"}',
  ...more,
});

const put = (...Entries: PutEventsRequestEntry[]) => new PutEventsCommand({ Entries });

describe('the event bus', () => {
  it('calls the targets of the rules that match, exactly or by prefix', async () => {
    const seen: [string, RoutedEvent][] = [];
    const rule = (name: string, pattern: object) => ({
      name,
      pattern,
      target: (event: RoutedEvent) => void seen.push([name, event]),
    });
    const bus = inMemoryEventBridge(
      [
        rule('all', {}),
        rule('meetings', { source: ['rapporteur'], 'detail-type': [{ prefix: 'meeting.' }] }),
        rule('created', { 'detail-type': ['meeting.created'] }),
        rule('other', { source: ['other'] }),
      ],
      { time: { now: () => 1_500 } },
    );
    await bus.send(put(anEntry(), anEntry({ DetailType: 'meeting.updated' })));

    expect(seen.map(([name, event]) => [name, event['detail-type']])).toEqual([
      ['all', 'meeting.created'],
      ['meetings', 'meeting.created'],
      ['created', 'meeting.created'],
      ['all', 'meeting.updated'],
      ['meetings', 'meeting.updated'],
    ]);
    expect(seen[0]?.[1]).toMatchObject({ time: '1970-01-01T00:00:01Z', detail: { id: 'out_1' } });
  });

  it('takes each entry on its own, and fails those a test wants to fail', async () => {
    const failsEntry = (_entry: PutEventsRequestEntry, at: number) => (at === 1 ? 'ThrottlingException' : undefined);
    const bus = inMemoryEventBridge([], { failsEntry });
    const answer = await bus.send(put(anEntry(), anEntry(), anEntry({ Detail: 'no json' }), anEntry({ Source: '' })));

    expect(answer.FailedEntryCount).toBe(3);
    expect(answer.Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      'ThrottlingException',
      'MalformedDetail',
      'InvalidArgument',
    ]);
    expect(bus.events).toHaveLength(1);
  });

  it('hides the failure of a target from the caller of PutEvents', async () => {
    const target = () => Promise.reject(new Error('broken'));
    const bus = inMemoryEventBridge([{ name: 'all', pattern: {}, target }]);

    expect((await bus.send(put(anEntry()))).FailedEntryCount).toBe(0);
    expect(bus.failures).toMatchObject([{ rule: 'all', error: { message: 'broken' } }]);
  });

  it.each([
    ['11 entries', Array.from({ length: 11 }, () => anEntry())],
    ['more than 256 KB', [anEntry({ Detail: JSON.stringify({ big: 'x'.repeat(256 * 1_024) }) })]],
  ])('refuses %s', async (_what, entries) => {
    await expect(inMemoryEventBridge().send(put(...entries))).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
