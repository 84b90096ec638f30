import type { MemberId, OperationId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { factsOf, usageJobs } from '#shared/lifecycle/usage/rules/facts-of';
import type { Operation, Order } from '#shared/texts/orders/rules/order';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import { describe, expect, it } from '#test/support/jest';

const lastMoment = Date.UTC(2026, 10, 30, 23, 59, 59, 999) as Instant;
const workspaceId = 'wks_one' as WorkspaceId;
const sample = (type: (typeof PUBLIC_EVENTS)[number]) => sampleEvent(type, workspaceId, lastMoment);

function fulfilled(change: (order: Order) => Order): DomainEvent {
  const event = sample('order.fulfilled');
  if (!('order' in event)) throw new Error('The sample has no order.');
  return { type: 'order.fulfilled', order: change(event.order) };
}

const operation = (id: string, state: 'done' | 'canceled', order: Order): Operation =>
  ({ ...order.operations[0], id: id as OperationId, state }) as Operation;

describe('what an event used', () => {
  it.each([
    ['bot.recording_completed', 'recorded_minutes'],
    ['bot.transcript_ready', 'transcribed_minutes'],
  ] as const)(
    'of %s is the length of the recording, of the member of the bot, on the day of the event in UTC',
    (type, kind) => {
      const event = sample(type);
      if (!('bot' in event)) throw new Error('The sample has no bot.');
      const bot = { ...event.bot, memberId: 'mem_ada' as MemberId };

      expect(factsOf({ type, bot }, lastMoment)).toEqual([
        { kind, subject: bot.id, day: '2026-11-30', memberId: 'mem_ada', amount: expect.any(Number) },
      ]);
      expect(isoOf(lastMoment)).toContain('2026-11-30');
    },
  );

  it('of a translation is the length of the source, for each text that was made', () => {
    const event = fulfilled(
      (order) =>
        ({
          ...order,
          ...{ kind: 'translation' as const, sourceSeconds: 90.4 },
          operations: [
            operation('op_1', 'done', order),
            operation('op_2', 'canceled', order),
            operation('op_3', 'done', order),
          ],
        }) as Order,
    );

    expect(factsOf(event, lastMoment)).toEqual(
      ['op_1', 'op_3'].map((subject) => ({
        ...{ kind: 'translated_minutes', subject, day: '2026-11-30', memberId: null, amount: 90 },
      })),
    );
  });

  it('of a translation whose source has no known length is nothing', () => {
    expect(
      factsOf(
        fulfilled((order) => order),
        lastMoment,
      ),
    ).toEqual([]);
  });

  it('of a text of a media file is the length of its audio', () => {
    const ingestion = {
      id: 'ing_1',
      url: 'https://a.test/a.mp3',
      state: 'done',
      sizeBytes: 1,
      durationSeconds: 61,
      contentType: 'audio/mpeg',
    };
    const event = fulfilled((order) => ({ ...order, kind: 'subtitles', ingestion, speakers: {} }) as unknown as Order);

    expect(factsOf(event, lastMoment)).toMatchObject([{ kind: 'transcribed_minutes', amount: 61 }]);
  });

  it('of an export is one', () => {
    expect(factsOf(sample('export.ready'), lastMoment)).toMatchObject([{ kind: 'exports', amount: 1 }]);
  });

  it.each(
    PUBLIC_EVENTS.filter(
      (type) => !['bot.recording_completed', 'bot.transcript_ready', 'order.fulfilled', 'export.ready'].includes(type),
    ),
  )('of %s is nothing', (type) => {
    expect(factsOf(sample(type), lastMoment)).toEqual([]);
  });
});

describe('the jobs that count', () => {
  it('are one for all that events of a workspace used', () => {
    const events = [sample('bot.recording_completed'), sample('export.ready'), sample('meeting.updated')];

    expect(usageJobs(events, lastMoment)).toMatchObject([
      { type: 'job.usage', content: { workspaceId, facts: [{ kind: 'recorded_minutes' }, { kind: 'exports' }] } },
    ]);
    expect(usageJobs([sample('meeting.updated')], lastMoment)).toEqual([]);
  });
});
