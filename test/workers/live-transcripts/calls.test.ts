import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aLiveCall } from '#test/support/live-call';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

type Call = Awaited<ReturnType<typeof aLiveCall>>;
const calls: Call[] = [];
afterEach(async () => {
  for (const { gateway } of calls.splice(0)) await gateway.close();
});

async function aCall(): Promise<Call> {
  const call = await aLiveCall();
  calls.push(call);
  return call;
}

const statusesIn = (messages: readonly { readonly type: string }[]) => messages.filter(({ type }) => type === 'status');

describe('after the call', () => {
  it('nothing is left, and its readers got the end as their last message', async () => {
    const { aReader, hear, endCall, serve, rows, gateway } = await aCall();
    const { received } = await aReader('one');
    await hear(aLine(1, 'Hello.'));
    expect(rows()).toEqual(expect.arrayContaining(['FEED', 'READER#one', 'SEGMENT#001']));

    await endCall();
    await serve();

    expect(received().at(-1)).toEqual({ type: 'status', status: 'ended' });
    expect(gateway.closed).toEqual(['one']);
    expect(rows()).toEqual([]);
  });

  it('a reader whose connection could not be ended gets the end at the second attempt', async () => {
    const { aReader, hear, endCall, serve, rows, gateway } = await aCall();
    const { received } = await aReader('one');
    await aReader('two');
    await hear(aLine(1, 'Hello.'));
    await endCall();
    gateway.take('one', 'throttled');

    await expect(serve()).rejects.toThrow('The worker failed.');
    expect(rows()).toEqual(['FEED', 'READER#one', 'SEGMENT#001']);
    gateway.take('one', 'reads');
    await serve();

    expect(statusesIn(received())).toEqual([
      { type: 'status', status: 'in_call' },
      { type: 'status', status: 'ended' },
    ]);
    expect(gateway.closed).toEqual(['two', 'one']);
    expect(rows()).toEqual([]);
  });

  it('nothing is left of one that no one read along, once the sweeper looks at it', async () => {
    const { keep, endCall, serve, rows, world, id } = await aCall();
    await keep(aLine(1, 'Hello.'));
    const [due] = world.dynamo
      .items()
      .flatMap((item) => (item['pk']?.S === `LIVE#${id}` && item['due_at'] ? [Number(item['due_at'].N)] : []));
    await endCall();

    await serve();

    expect(due).toBeLessThanOrEqual(later(world.clock.now(), 3 * MINUTE_MS));
    expect(rows()).toEqual([]);
  });

  it('no line is kept any more', async () => {
    const { endCall, keep, rows } = await aCall();
    await endCall();

    await keep(aLine(1, 'Late.'));

    expect(rows()).toEqual([]);
  });

  it('a cancelled bot is the end of it, too', async () => {
    const { aReader, hear, cancel, id, serve, rows } = await aCall();
    const { received } = await aReader('one');
    await hear(aLine(1, 'Hello.'));

    await cancel(id);
    await serve();

    expect(statusesIn(received())).toEqual([
      { type: 'status', status: 'in_call' },
      { type: 'status', status: 'ended' },
    ]);
    expect(rows()).toEqual([]);
  });

  it('a message about a bot without readers and lines does nothing', async () => {
    const { serve, rows, waiting } = await aCall();

    await serve();

    expect([rows(), waiting]).toEqual([[], []]);
  });
});

describe('a recorder that has to be asked', () => {
  it('is asked while someone reads, and tells all that was said each time', async () => {
    const { aReader, serve, hears, world, gateway } = await aCall();
    await aReader('one');
    const lookAgainAt = later(world.clock.now(), SECOND_MS);

    hears({ lines: [aLine(1, 'Hello.')], lookAgainAt });
    await serve();
    hears({ lines: [aLine(1, 'Hello.'), aLine(2, 'Shall we?')], lookAgainAt });
    await serve();

    expect(gateway.received('one').flatMap((one) => (one.type === 'segment' ? [one.text] : []))).toEqual([
      'Hello.',
      'Shall we?',
    ]);
  });

  it('is asked again when it says so, by one message at a time', async () => {
    const { aReader, serve, hears, world, waiting } = await aCall();
    await aReader('one');
    waiting.splice(0);
    hears({ lines: [], lookAgainAt: later(world.clock.now(), 2 * SECOND_MS) });

    await serve();
    await serve();
    expect(waiting.splice(0)).toMatchObject([{ delaySeconds: 2 }]);

    world.clock.advance(2 * SECOND_MS);
    await serve();
    expect(waiting).toMatchObject([{ delaySeconds: 1 }]);
  });

  it('is not asked once no one reads', async () => {
    const { aReader, serve, hear, disconnect, waiting, hears, world, rows } = await aCall();
    await aReader('one');
    await hear(aLine(1, 'Hello.'));
    await disconnect('one');
    world.clock.advance(10 * SECOND_MS);
    waiting.splice(0);
    hears({ lines: [aLine(2, 'Not asked for.')], lookAgainAt: world.clock.now() });

    await serve();

    expect(waiting).toEqual([]);
    expect(rows()).toEqual(['FEED', 'SEGMENT#001']);
  });

  it('that is out of reach is asked again, and readers keep their connections', async () => {
    const { aReader, serve, isReachable, waiting, rows } = await aCall();
    await aReader('one');
    waiting.splice(0);
    isReachable(false);

    await serve();

    expect(waiting).toMatchObject([{ delaySeconds: 3 }]);
    expect(rows()).toContain('READER#one');
  });
});

describe('partial lines', () => {
  it('are kept while someone reads, and not before', async () => {
    const { keep, aReader, rows } = await aCall();

    await keep(aLine(1, 'Hel', { isFinal: false }));
    expect(rows()).toEqual([]);

    await aReader('one');
    await keep(aLine(1, 'Hello', { isFinal: false }));
    expect(rows()).toContain('SEGMENT#001');
  });
});
