import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { TranscriberUnavailable } from '#shared/meetings/recorders/ports';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aTranscriber, heard } from '#test/support/a-transcriber';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const LATER = Date.parse('2100-01-01T00:00:00Z') as Instant;
const ONE_JOB = { most: 1, reservedForOtherWorkspaces: 0 };

/** The states of an order's operation and conversation. */
const statesOf = (order: { operations: { state: string }[]; transcriptions: { state: string }[] }) => [
  order.operations[0]?.state,
  order.transcriptions[0]?.state,
];

describe('an engine that is full', () => {
  it('leaves an operation pending until it begins', async () => {
    const { transcriber, asked } = aTranscriber({
      answers: (before) => {
        if (before < 2) throw new TranscriberUnavailable('Full.');
        return before === 2 ? { status: 'running', lookAgainAt: LATER } : heard('Hello.');
      },
    });
    const { order, worker, readOrder } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    await worker.untilQuiet();
    const first = statesOf(await readOrder(id));
    await worker.next();
    const second = statesOf(await readOrder(id));

    await worker.next();

    const begun = statesOf(await readOrder(id));
    await worker.next();
    expect([first, second, begun, statesOf(await readOrder(id))]).toEqual([
      ['pending', 'ingesting'],
      ['pending', 'ingesting'],
      ['processing', 'automatic_transcribing'],
      ['done', 'automatic_done'],
    ]);
    expect(asked.map(([call]) => call)).toEqual(['start', 'start', 'start', 'check']);
  });

  it('leaves an operation that it has begun processing', async () => {
    const { transcriber } = aTranscriber({
      answers: (before) => {
        if (before === 0) return { status: 'running', lookAgainAt: later(LATER, -MINUTE_MS) };
        throw new TranscriberUnavailable('Throttled.');
      },
    });
    const { order, worker, readOrder } = await aMediaOrderWorld({ transcriber });
    const { id } = (await order()).body;
    await worker.untilQuiet();

    await worker.next();

    expect(statesOf(await readOrder(id))).toEqual(['processing', 'automatic_transcribing']);
  });
});

/** Two orders at an engine with one job for orders, which is at work for as long as `isAtWork` says. */
async function twoOrders() {
  const engine = { isAtWork: true, lookAgainAt: later(noon, HOUR_MS) };
  const { transcriber, asked } = aTranscriber({
    answers: () => (engine.isAtWork ? { status: 'running', lookAgainAt: engine.lookAgainAt } : heard('Hello.')),
  });
  const context = await aMediaOrderWorld({ transcriber, engineLimits: ONE_JOB });
  const first = (await context.order()).body.id;
  await context.worker.untilQuiet();
  const second = (await context.order()).body.id;
  await context.worker.untilQuiet();
  return { ...context, engine, asked, first, second };
}

describe('the jobs that orders may have at an engine', () => {
  it('leave an operation pending while all are taken, and the engine is not asked', async () => {
    const { readOrder, first, second, asked } = await twoOrders();

    expect([statesOf(await readOrder(first)), statesOf(await readOrder(second))]).toEqual([
      ['processing', 'automatic_transcribing'],
      ['pending', 'ingesting'],
    ]);
    expect(asked).toHaveLength(1);
  });

  it('are free again once a text is done', async () => {
    const { world, worker, readOrder, engine, first, second } = await twoOrders();
    engine.isAtWork = false;

    world.clock.set(engine.lookAgainAt);
    await worker.untilQuiet();
    await worker.next();

    expect([(await readOrder(first)).state, (await readOrder(second)).state]).toEqual(['fulfilled', 'fulfilled']);
  });

  it('are free again once an order was canceled and the engine has ended', async () => {
    const { world, worker, readOrder, act, engine, first, second } = await twoOrders();
    await act(first, 'cancel');
    engine.isAtWork = false;

    world.clock.set(engine.lookAgainAt);
    await worker.untilQuiet();
    await worker.next();

    expect((await readOrder(second)).state).toBe('fulfilled');
  });

  it('fail an operation that none was free for in a day', async () => {
    const { world, worker, readOrder, engine, second } = await twoOrders();
    engine.lookAgainAt = later(noon, 2 * DAY_MS);

    world.clock.advance(DAY_MS);
    await worker.untilQuiet();

    expect(await readOrder(second)).toMatchObject({ state: 'failed', failure_reason: 'provider_unavailable' });
  });
});

describe('a file at which the engine answers an error', () => {
  /** Two orders at an engine with one job, which fails at the first of them. */
  async function aPoisonousOrder(isAboutJob: boolean) {
    let poisonous = '';
    const { transcriber, asked } = aTranscriber({
      answers: (_nth, { name }) => {
        poisonous ||= name;
        if (name === poisonous) throw new TranscriberUnavailable('It answered 500.', { isAboutJob });
        return heard('Hello.');
      },
    });
    const context = await aMediaOrderWorld({ transcriber, engineLimits: ONE_JOB });
    const first = (await context.order()).body.id;
    await context.worker.untilQuiet();
    const second = (await context.order()).body.id;
    await context.worker.untilQuiet();
    return { ...context, asked, first, second };
  }

  it('leaves the engine to others, and waits alone', async () => {
    const { readOrder, first, second } = await aPoisonousOrder(true);

    expect([(await readOrder(first)).state, (await readOrder(second)).state]).toEqual(['submitted', 'fulfilled']);
  });

  it('is asked for less and less often, for a day', async () => {
    const { world, worker, readOrder, first, asked } = await aPoisonousOrder(true);

    for (let minute = 0; minute <= 24 * 60 + 10; minute += 1) {
      world.clock.advance(MINUTE_MS);
      await worker.untilQuiet();
    }

    expect(await readOrder(first)).toMatchObject({ state: 'failed', failure_reason: 'provider_unavailable' });
    expect(asked.length).toBeLessThan(170);
  });

  it('keeps its place where the engine itself is out of order', async () => {
    const { readOrder, second } = await aPoisonousOrder(false);

    expect((await readOrder(second)).state).toBe('submitted');
  });
});
