import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ShardRemainder, SweepContext } from '#functions/workers/sweeper/context';
import { sweep } from '#functions/workers/sweeper/sweep';
import { slotsSince } from '#functions/workers/sweeper/sweep-slot';
import { POLL_SLOTS, pollSlotAt } from '#shared/calendars/sync/rules/poll-slots';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { DUE_SHARDS, duePartition, dueShard, pollPartition } from '#shared/foundation/dynamodb/keys';
import { dueRows } from '#shared/foundation/events/due-rows';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { sqsKeyQueue, sqsQueue } from '#shared/foundation/platform/sqs-queue';
import { afterAttempt } from '#shared/webhooks/delivery/rules/slow-endpoints';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

const BOT = 'bot_01h455vb4pex5vsknk084sn02q';
const JOB = 'out_01h455vb4pex5vsknk084sn02q';
const WORKSPACE = 'wks_01h455vb4pex5vsknk084sn02q';

interface DueGiven {
  readonly pk: string;
  readonly sk?: string;
  readonly type?: string;
  readonly inSeconds: number;
  /** Where the row was written by another version. */
  readonly partition?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

/** A due row with the attributes that the sweeper reads. */
async function aDueRow({ dynamo, clock }: EventPath, given: DueGiven) {
  const { pk, sk = '.', type = 'bot', inSeconds, partition = duePartition(pk), attributes = {} } = given;
  const due = {
    due_pk: { S: partition },
    due_at: { N: String(later(clock.now(), inSeconds * SECOND_MS)) },
  };
  const Item = { pk: { S: pk }, sk: { S: sk }, type: { S: type }, ...due, ...attributes };
  await dynamo.send(new PutItemCommand({ TableName: 'main', Item }));
}

const dueAtOf = ({ due }: EventPath) => due().map(({ due_at }) => Number(due_at?.N));

const botsSent = ({ sqs, clock }: EventPath) =>
  sqs
    .messages('bots')
    .map(({ body, visibleAt }) => ({ ...JSON.parse(body), inSeconds: (visibleAt - clock.now()) / 1_000 }));

/** Sweeps every minute; returns the minutes at which something was sent. */
async function sweptMinutes(path: EventPath, minutes: number, sent: () => number): Promise<readonly number[]> {
  const at = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const before = sent();
    await path.sweepOnce();
    if (sent() > before) at.push(minute);
    path.clock.advance(MINUTE_MS);
  }
  return at;
}

/** Whether a queue refuses a message with that text, the first time. */
function onlyOnce(text: string): (body: string) => boolean {
  let left = 1;
  return (body) => body.includes(text) && left-- > 0;
}

const linesOf = ({ lines }: EventPath) => lines.filter((line) => 'oldestOverdueMs' in line);

it.each([46, 60, 70])(
  'a row that was sent ahead, %i seconds, gets no second message from the next sweep',
  async (inSeconds) => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds });
    await path.sweepOnce();
    path.clock.advance(MINUTE_MS);

    await path.sweepOnce();

    expect(botsSent(path)).toHaveLength(1);
  },
);

it.each([5, 45])(
  'a row that was sent ahead, %i seconds, is sent again where its message has done nothing',
  async (inSeconds) => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds });
    await path.sweepOnce();
    path.clock.advance(MINUTE_MS);

    await path.sweepOnce();

    expect(botsSent(path)).toHaveLength(2);
  },
);

it('a row that became due between two sweeps is sent by the first sweep of an execution environment', async () => {
  const path = anEventPath();
  await aDueRow(path, { pk: BOT, inSeconds: 0 });

  await path.sweepOnce();

  expect(botsSent(path)).toHaveLength(1);
});

it('a row that was sent ahead is sent again when the sweep failed for another row', async () => {
  const path = anEventPath({ queueRefuses: onlyOnce(BOT.replace('02q', '03q')) });
  await aDueRow(path, { pk: BOT, inSeconds: 70 });
  await aDueRow(path, { pk: BOT.replace('02q', '03q'), inSeconds: 71 });
  await path.sweepOnce();
  path.clock.advance(MINUTE_MS);

  await path.sweepOnce();

  expect(new Set(botsSent(path).map(({ botId }) => botId)).size).toBe(2);
});

describe('a row that is due within 75 seconds', () => {
  it('is sent now, for a bot with the remaining time as a delay', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds: 75 });
    await aDueRow(path, { pk: BOT.replace('02q', '03q'), inSeconds: 76 });

    expect(await path.sweepOnce()).toBe(true);

    expect(botsSent(path)).toEqual([{ botId: BOT, inSeconds: 75 }]);
  });

  it('is sent to the worker of live transcripts for a feed, by its bot', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: `LIVE#${BOT}`, sk: 'FEED', type: 'live_feed', inSeconds: 10 });

    await path.sweepOnce();

    const sent = path.sqs.messages('live').map(({ body }) => JSON.parse(body));
    expect([sent, botsSent(path)]).toEqual([[{ botId: BOT }], []]);
  });

  it('is sent without a delay when it is late, and not moved on for two minutes', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds: -120 });

    await path.sweepOnce();

    expect(botsSent(path)).toEqual([{ botId: BOT, inSeconds: 0 }]);
    expect(dueAtOf(path)).toEqual([later(path.clock.now(), -120 * SECOND_MS)]);
  });

  it('is sent when due if it goes to the bus, which cannot delay events', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: JOB, sk: `EVENT#job.recording#${BOT}`, type: 'job', inSeconds: 30 });

    await path.sweepOnce();
    expect(path.bus.events).toEqual([]);

    path.clock.advance(MINUTE_MS);
    await path.sweepOnce();
    expect(path.bus.events.map(({ detail }) => detail)).toEqual([{ id: JOB, type: 'job.recording', subject: BOT }]);
  });

  it('is sent when due to its worker, if it is a resource', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: WORKSPACE, type: 'workspace', inSeconds: 30 });

    await path.sweepOnce();
    expect(path.sqs.messages('housekeeping')).toEqual([]);

    path.clock.advance(MINUTE_MS);
    await path.sweepOnce();
    expect(path.sqs.messages('housekeeping')).toHaveLength(1);
  });

  const inState = { state: { S: JSON.stringify({ workspaceId: WORKSPACE, name: 'Ada' }) } };
  const named = { workspace_id: { S: WORKSPACE } };
  const ID = '01h455vb4pex5vsknk084sn02q';
  it.each([
    ['housekeeping', `wks_${ID}`, '.', {}, 'job.workspace_due'],
    ['housekeeping', `wks_${ID}`, 'RETENTION', {}, 'job.workspace_retention_due'],
    ['housekeeping', `wks_${ID}`, 'SEARCH', {}, 'job.workspace_search_due'],
    ['housekeeping', `wks_${ID}`, 'USAGE#DUE', {}, 'job.workspace_usage_due'],
    ['housekeeping', `mtg_${ID}`, '.', inState, 'job.meeting_due'],
    ['housekeeping', `mtg_${ID}`, 'PEOPLE', named, 'job.meeting_people_due'],
    ['housekeeping', `per_${ID}`, '.', inState, 'job.person_due'],
    ['housekeeping', `per_${ID}`, 'RANGE#', named, 'job.person_due'],
    ['housekeeping', `com_${ID}`, 'PEOPLE', named, 'job.company_due'],
    ['order-processing', `ord_${ID}`, '.', inState, 'job.order_due'],
    ['order-processing', `con_${ID}`, '.', inState, 'job.conversation_due'],
    ['media-processing', `upl_${ID}`, '.', inState, 'job.upload_due'],
  ] as const)(
    'is sent to %s in the message group of its workspace, for %s %s',
    async (queue, pk, sk, attributes, type) => {
      const path = anEventPath();
      await aDueRow(path, { pk, sk, type: 'due', inSeconds: 0, attributes });

      await path.sweepOnce();

      const sent = path.sqs.messages(queue).map(({ body, group }) => [JSON.parse(body), group]);
      expect(sent).toEqual([[{ job: { id: pk, type }, workspaceId: WORKSPACE }, WORKSPACE]]);
    },
  );

  it.each([
    ['it names no workspace', {}],
    ['its state cannot be parsed', { state: { S: '{' } }],
  ])('is a message group of its own where %s', async (_where, attributes) => {
    const path = anEventPath();
    const pk = `per_${ID}`;
    await aDueRow(path, { pk, type: 'person', inSeconds: 0, attributes });

    await path.sweepOnce();

    const sent = path.sqs.messages('housekeeping').map(({ body, group }) => [JSON.parse(body), group]);
    expect(sent).toEqual([[{ job: { id: pk, type: 'job.person_due' } }, pk]]);
  });

  it('is published by its key alone, for a job with content', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: JOB, sk: 'EVENT#job.reach', type: 'job', inSeconds: 0 });

    await path.sweepOnce();

    expect(path.bus.events.map(({ detail }) => detail)).toEqual([{ id: JOB, type: 'job.reach' }]);
  });

  it('is not sent if its row is done since the index was read', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();
    await path.untilQuiet();

    await path.sweepOnce();

    expect(linesOf(path).at(-1)).toMatchObject({ sent: 0, failed: 0 });
  });

  it('is found over many pages and all partitions', async () => {
    const path = anEventPath();
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    for (let each = 0; each < 1_000; each += 1) {
      const tail = `${alphabet[each % 32]}${alphabet[Math.floor(each / 32)]}`;
      await aDueRow(path, { pk: `bot_01h455vb4pex5vsknk084sn0${tail}`, inSeconds: 10 });
    }

    await path.sweepOnce();

    expect(new Set(path.sqs.messages('bots').map(({ body }) => body)).size).toBe(1_000);
  });
});

describe('a message that was lost', () => {
  it.each([
    ['the stream', 'outbox-relay'],
    ['the bus', 'fanout'],
    ['the queue of first attempts', 'first'],
  ])('in %s is replaced within four minutes', async (_where, lost) => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    if (lost === 'outbox-relay') path.dynamo.stream.take();
    else await path.relayOnce();
    if (lost === 'first') await path.consumeOnce('fanout');
    await path.lose();
    const start = path.clock.now();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(1);
    expect((receiver.received[0]?.at ?? 0) - start).toBeLessThanOrEqual(4 * MINUTE_MS);
  });
});

describe('a row that stays due after it was sent', () => {
  it('is moved on by 2, 4, 8 … 60 minutes, and sent once each time', async () => {
    const path = anEventPath({ busRefuses: () => false });
    await aDueRow(path, { pk: JOB, sk: 'EVENT#meeting.created', type: 'event', inSeconds: 0 });

    const minutes = await sweptMinutes(path, 320, () => path.bus.events.length);

    // Each step, and the two minutes after which a row counts as overdue again.
    expect(minutes).toEqual([0, 1, 2, 3, 8, 15, 26, 45, 80, 143, 206, 269]);
  });

  it('does not block others: each minute sends the newly due rows', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: JOB, sk: 'EVENT#meeting.created', type: 'event', inSeconds: -3_600 });
    await path.sweepOnce();
    path.clock.advance(MINUTE_MS);
    await aDueRow(path, { pk: BOT, inSeconds: 20 });

    await path.sweepOnce();

    expect(botsSent(path)).toHaveLength(1);
    expect(linesOf(path).at(-1)).toMatchObject({ sent: 1, failed: 0 });
  });

  it('is not moved on, and the sweep fails, when it cannot be sent; the others are sent', async () => {
    const { plan } = onceAt('sweeper PutEvents 1', { kind: 'throw', when: 'before' });
    const path = anEventPath({ faults: plan });
    await aDueRow(path, { pk: JOB, sk: 'EVENT#meeting.created', type: 'event', inSeconds: -300 });
    await aDueRow(path, { pk: BOT, inSeconds: 0 });
    const before = dueAtOf(path);

    expect(await path.sweepOnce()).toBe(false);

    expect(botsSent(path)).toHaveLength(1);
    expect(dueAtOf(path)).toEqual(before);
    expect(linesOf(path).at(-1)).toMatchObject({ sent: 1, failed: 1, OldestOverdueSeconds: 300 });
  });
});

describe('the partition of a row', () => {
  const bots = Array.from('0123456789abcdefghjkmnpqrstvwxyz', (letter) => BOT.replace('02q', `0${letter}q`));
  const swept = Array.from({ length: DUE_SHARDS.swept }, (_, nth) => dueShard(nth));
  const partitionsOf = (prefix: string) => new Set(bots.map((bot) => duePartition(bot.replace('bot', prefix))));

  it('is one that the sweeper looks at', () => {
    for (const prefix of ['bot', 'ord', 'per', 'out', 'evt'])
      expect(swept).toEqual(expect.arrayContaining([...partitionsOf(prefix)]));
  });

  it.each(['bot', 'ord'])('is no other row’s, for %s: what else is due at once does not come before it', (punctual) => {
    const others = ['per', 'out', 'evt', 'mtg', 'wks', 'com', 'con', 'upl', 'cal'].flatMap((one) => [
      ...partitionsOf(one),
    ]);
    expect(others.filter((one) => partitionsOf(punctual).has(one))).toEqual([]);
  });

  it.each(swept)('may be %s: each row is sent once', async (partition) => {
    const path = anEventPath();
    for (const pk of bots) await aDueRow(path, { pk, inSeconds: 0, partition });

    await path.sweepOnce();

    expect(botsSent(path).map(({ botId }) => botId)).toEqual(expect.arrayContaining(bots));
    expect(botsSent(path)).toHaveLength(bots.length);
  });

  it('may change: a row that is written again moves to its new partition, and is sent once', async () => {
    const path = anEventPath();
    for (const pk of bots) await aDueRow(path, { pk, inSeconds: 0, partition: dueShard(0) });
    for (const pk of bots.slice(0, 16)) await aDueRow(path, { pk, inSeconds: 10 });

    await path.sweepOnce();

    expect(botsSent(path).map(({ botId }) => botId)).toEqual(expect.arrayContaining(bots));
    expect(botsSent(path)).toHaveLength(bots.length);
  });
});

describe('a partition that cannot be read', () => {
  it('does not block the others, and the sweep fails', async () => {
    const { plan } = onceAt('sweeper Query 1', { kind: 'throw', when: 'before' });
    const path = anEventPath({ faults: plan });
    for (const [nth, letter] of [...'abcdefgh'].entries())
      await aDueRow(path, { pk: BOT.replace('02q', `0${letter}q`), inSeconds: 0, partition: dueShard(nth) });

    expect(await path.sweepOnce()).toBe(false);

    expect(botsSent(path)).toHaveLength(7);
    expect(await path.sweepOnce()).toBe(true);
  });
});

describe('the log line of a sweep', () => {
  it('has the age of the oldest row as a metric of its stage, in embedded metric format', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds: -90 });

    await path.sweepOnce();

    expect(linesOf(path)).toEqual([
      {
        level: 'INFO',
        worker: 'sweeper',
        stage: 'test',
        sent: 1,
        failed: 0,
        left: 0,
        oldestOverdueMs: 90_000,
        OldestOverdueSeconds: 90,
        _aws: {
          Timestamp: path.clock.now(),
          CloudWatchMetrics: [
            {
              Namespace: 'Rapporteur',
              Dimensions: [['stage']],
              Metrics: [{ Name: 'OldestOverdueSeconds', Unit: 'Seconds' }],
            },
          ],
        },
      },
    ]);
  });

  it('names the ten rows that are overdue for longest, from ten minutes on', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds: -599 });
    const late = Array.from({ length: 12 }, (_, nth) => ({
      pk: `out_01h455vb4pex5vsknk084sn0${String(nth).padStart(2, '0')}`,
      sk: 'EVENT#meeting.created',
      type: 'event',
      inSeconds: -700 - nth,
    }));
    for (const row of late) await aDueRow(path, row);

    await path.sweepOnce();

    const named = late.toReversed().slice(0, 10);
    expect(linesOf(path).at(-1)?.['overdue']).toEqual(
      named.map(({ pk, sk, type, inSeconds }) => ({ pk, sk, type, overdueSeconds: -inSeconds })),
    );
  });

  it('counts from when a row was first due, however often it was moved on, so that the alarm fires', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: JOB, sk: 'EVENT#meeting.created', type: 'event', inSeconds: 0 });

    await sweptMinutes(path, 90, () => 0);

    const ages = linesOf(path).map(({ OldestOverdueSeconds = 0 }) => Number(OldestOverdueSeconds));
    const alarming = ages.map((_age, at) => ages.slice(at, at + 3).every((age) => age > 600));
    expect(ages.slice(0, 9)).toEqual([0, 60, 120, 180, 0, 300, 360, 420, 480]);
    expect(alarming.indexOf(true)).toBeLessThanOrEqual(30);
    expect(Math.max(...ages)).toBeGreaterThanOrEqual(80 * 60);
  });

  it('has no metric when nothing is late, since each hour with a value is paid for', async () => {
    const path = anEventPath();
    await aDueRow(path, { pk: BOT, inSeconds: 40 });

    await path.sweepOnce();

    expect(linesOf(path).at(-1)).toMatchObject({ sent: 1, oldestOverdueMs: 0 });
    expect(linesOf(path).at(-1)).not.toHaveProperty('_aws');
  });
});

/** A delivery after its first attempt, whose message vanishes, a minute and some seconds before its row is due. */
async function aLostRetry(path: EventPath): Promise<void> {
  await path.happens();
  await path.atThisMoment();
  path.clock.advance(80 * SECOND_MS);
  await path.lose();
}

describe('a delivery that waits for its next attempt', () => {
  it('is sent by the sweeper with the remaining delay, for its own attempt', async () => {
    const path = anEventPath();
    await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    await aLostRetry(path);
    const [dueAt = 0] = dueAtOf(path);

    await path.sweepOnce();

    const [message] = path.sqs.messages('retry');
    const [delivery] = await path.all();
    expect(JSON.parse(message?.body ?? '{}')).toEqual({ deliveryId: delivery?.id, attempt: 2 });
    expect(Math.abs((message?.visibleAt ?? 0) - dueAt)).toBeLessThan(SECOND_MS);
  });

  it('is sent to the slow queue if its endpoint is slow', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    await aLostRetry(path);
    const attempt = { endpoint: endpoint.id, durationMs: 10_000, recent: [10_000], now: path.clock.now() };
    await slowEndpointList(path.table).change((listed) => afterAttempt(listed, attempt));

    await path.sweepOnce();

    expect(path.sqs.messages('retry')).toEqual([]);
    expect(path.sqs.messages('deliver-slow')).toHaveLength(1);
  });
});

describe('calendars', () => {
  const CALENDAR = 'cal_01h455vb4pex5vsknk084sn02q';
  const another = (nth: number) => CALENDAR.replace('02q', `${String(nth).padStart(2, '0')}r`);
  const aCalendar = (path: EventPath, pk: string, inSeconds: number) =>
    aDueRow(path, { pk, sk: 'SYNC#DUE', type: 'calendar_due', inSeconds });
  const sent = ({ sqs }: EventPath) =>
    sqs.messages('calendars').map(({ body }): readonly string[] => JSON.parse(body).connectionIds);

  it('that are due are sent together, over all shards, and without a delay', async () => {
    const path = anEventPath();
    const ids = Array.from({ length: 20 }, (_, nth) => another(nth));
    for (const id of ids) await aCalendar(path, id, -30);

    await path.sweepOnce();

    expect(sent(path).map((message) => [...message].sort())).toEqual([ids]);
    expect(path.sqs.messages('calendars').map(({ visibleAt }) => visibleAt)).toEqual([path.clock.now()]);
    expect(linesOf(path).at(-1)).toMatchObject({ sent: 20, failed: 0 });
  });

  it('go into messages of a hundred', async () => {
    const path = anEventPath();
    for (let nth = 0; nth < 100; nth += 1) await aCalendar(path, another(nth), 0);
    await aCalendar(path, CALENDAR, 0);

    await path.sweepOnce();

    expect(sent(path).map(({ length }) => length)).toEqual([100, 1]);
  });

  it('that are not due yet wait for the next sweep, so that none is sent by two', async () => {
    const path = anEventPath();
    await aCalendar(path, CALENDAR, 10);

    await path.sweepOnce();

    expect(sent(path)).toEqual([]);
  });

  it('that stay due are sent less and less often', async () => {
    const path = anEventPath();
    await aCalendar(path, CALENDAR, 0);

    expect(await sweptMinutes(path, 12, () => sent(path).length)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 12]);
  });
});

describe('calendars of a slot', () => {
  const id = (nth: number) => `cal_01h455vb4pex5vsknk084sn${String(nth).padStart(3, '0')}`;
  const inSlot = async ({ dynamo }: EventPath, pk: string, slot: number) => {
    const Item = { pk: { S: pk }, sk: { S: 'SYNC#DUE' }, type: { S: 'calendar_due' } };
    const due = { due_pk: { S: pollPartition(slot) }, due_at: { N: '0' } };
    await dynamo.send(new PutItemCommand({ TableName: 'main', Item: { ...Item, ...due } }));
  };
  const sent = ({ sqs }: EventPath): readonly string[] =>
    sqs.messages('calendars').flatMap(({ body }) => JSON.parse(body).connectionIds);

  it('are sent in each minute of the slot, over many pages, and their rows are not touched', async () => {
    const path = anEventPath();
    const slot = pollSlotAt(path.clock.now());
    for (let nth = 0; nth < 501; nth += 1) await inSlot(path, id(nth), slot);
    const rows = JSON.stringify(path.dynamo.items());

    await path.sweepOnce();

    expect(new Set(sent(path)).size).toBe(501);
    expect(linesOf(path).at(-1)).toMatchObject({ sent: 501, failed: 0 });
    expect(JSON.stringify(path.dynamo.items())).toBe(rows);
  });

  it('of another slot wait for its minute', async () => {
    const path = anEventPath();
    await inSlot(path, id(1), (pollSlotAt(path.clock.now()) + 1) % POLL_SLOTS);

    await path.sweepOnce();

    expect(sent(path)).toEqual([]);
  });
});

describe('the slots of a sweep', () => {
  /** After a quarter of an hour began. */
  const at = (seconds: number) => later(Date.UTC(2026, 10, 2, 12) as Instant, seconds * SECOND_MS);

  it('are those of the minutes since the sweep before, none twice', () => {
    const slots = slotsSince();

    expect([slots(at(59.9)), slots(at(120.1)), slots(at(179)), slots(at(179.9))]).toEqual([[14, 0], [1, 2], [], []]);
  });

  it('are all, once, after an outage', () => {
    const slots = slotsSince();
    slots(at(0));

    expect([...slots(at(86_400))].sort((one, other) => one - other)).toEqual(
      Array.from({ length: POLL_SLOTS }, (_, slot) => slot),
    );
  });
});

describe('a shard with more than one invocation can send', () => {
  const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
  /** Bots in one shard. */
  async function aBacklog(path: EventPath, rows: number): Promise<string> {
    const shard = duePartition(BOT);
    let made = 0;
    for (let each = 0; made < rows; each += 1) {
      const tail = [each % 32, Math.floor(each / 32) % 32, Math.floor(each / 1_024)].map((at) => ALPHABET[at]).join('');
      const pk = `bot_01h455vb4pex5vsknk084sn${tail}`;
      if (duePartition(pk) !== shard) continue;
      await aDueRow(path, { pk, inSeconds: 30 });
      made += 1;
    }
    return shard;
  }

  const aSweeper = (path: EventPath, continueIn: SweepContext['continueIn']) =>
    sweep({
      due: dueRows(path.table),
      bots: sqsKeyQueue(path.sqs, path.sqs.urlOf('bots')),
      live: sqsKeyQueue(path.sqs, path.sqs.urlOf('live')),
      calendars: sqsKeyQueue(path.sqs, path.sqs.urlOf('calendars')),
      retry: sqsQueue(path.sqs, path.sqs.urlOf('retry')),
      slow: sqsQueue(path.sqs, path.sqs.urlOf('deliver-slow')),
      slowEndpoints: slowEndpointList(path.table),
      workers: { housekeeping: nowhere, orders: nowhere, media: nowhere },
      bus: eventBridgeBus(path.bus, 'bus'),
      ...{ continueIn, clock: path.clock, stage: 'test', log: path.log },
    });
  const nowhere = { send: async () => undefined };
  const withMilliseconds = (left: number) => ({ getRemainingTimeInMillis: () => left });
  const sentBots = ({ sqs }: EventPath) => sqs.messages('bots').map(({ body }) => body);

  it('is left to another invocation when time runs out, which continues after the rows that were sent', async () => {
    const path = anEventPath();
    const shard = await aBacklog(path, 1_100);
    const rests: ShardRemainder[] = [];
    const sweeper = aSweeper(path, async (rest) => void rests.push(rest));

    await sweeper({ source: 'aws.events' }, withMilliseconds(10_000));
    expect(sentBots(path)).toHaveLength(500);
    expect(rests).toEqual([{ shard: Number(shard.replace('DUE#', '')), after: expect.any(String), hops: 2 }]);

    await sweeper(rests[0], withMilliseconds(10_000));
    await sweeper(rests[1], withMilliseconds(10_000));

    expect(new Set(sentBots(path)).size).toBe(1_100);
    expect(sentBots(path)).toHaveLength(1_100);
    expect(rests.map(({ hops }) => hops)).toEqual([2, 3]);
  });

  it('is left for the next minute after twelve invocations in a row, before Lambda detects a loop', async () => {
    const path = anEventPath();
    await aBacklog(path, 1_001);
    const rests: ShardRemainder[] = [];
    const sweeper = aSweeper(path, async (rest) => void rests.push(rest));
    await sweeper(undefined, withMilliseconds(10_000));
    const [rest] = rests.splice(0);

    await sweeper({ ...rest, hops: 12 }, withMilliseconds(10_000));

    expect(rests).toEqual([]);
    expect(sentBots(path)).toHaveLength(1_000);
  });

  it('fails the sweep if no invocation can be started, and the next minute finds the rest', async () => {
    const path = anEventPath();
    await aBacklog(path, 501);
    const sweeper = aSweeper(path, () => Promise.reject(new Error('Lambda is busy.')));

    await expect(sweeper(undefined, withMilliseconds(10_000))).rejects.toThrow('the next minute');

    expect(linesOf(path).at(-1)).toMatchObject({ sent: 500, failed: 1 });
  });
});
