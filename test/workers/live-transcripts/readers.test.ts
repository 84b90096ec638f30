import { liveSocket, type SocketEvent } from '#functions/sockets/live/index';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { LiveMessage } from '#shared/meetings/live-transcripts/rules/live-messages';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aLiveCall, knowsLiveTickets } from '#test/support/live-call';
import { requestCounter } from '#test/support/request-counter';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

type Call = Awaited<ReturnType<typeof aLiveCall>>;
const calls: Call[] = [];
afterEach(async () => {
  for (const { gateway } of calls.splice(0)) await gateway.close();
});

async function aCall(given: Parameters<typeof aLiveCall>[0] = {}): Promise<Call> {
  const call = await aLiveCall(given);
  calls.push(call);
  return call;
}

const shortly = (message: LiveMessage): string => {
  if (message.type === 'segment') return message.text;
  return message.type === 'speaker' ? `${message.speaker}:` : message.status;
};
const idsOf = (messages: readonly LiveMessage[]) => messages.flatMap((one) => (one.type === 'segment' ? [one.id] : []));

describe('a ticket', () => {
  it('opens one connection', async () => {
    const { ticket, connect } = await aCall();
    const { url } = (await ticket()).body;

    expect([await connect('first', url), await connect('second', url)]).toEqual([200, 401]);
  });

  it('opens one connection of two at once', async () => {
    const { ticket, connect } = await aCall();
    const { url } = (await ticket()).body;

    expect((await Promise.all([connect('first', url), connect('second', url)])).sort()).toEqual([200, 401]);
  });

  it('is refused a minute after it was issued, and from then on', async () => {
    const { ticket, connect, world } = await aCall();
    const { url, expires_at } = (await ticket()).body;
    world.clock.advance(MINUTE_MS);

    expect(expires_at).toBe(new Date(world.clock.now()).toISOString());
    expect(await connect('late', url)).toBe(401);
  });

  it('that is none, wrong or empty is refused', async () => {
    const { connect } = await aCall();

    const statuses = ['', '?ticket=', '?ticket=live_x', `?ticket=live_${'a'.repeat(43)}`].map((query) =>
      connect('any', `wss://live.example.test/live${query}`),
    );

    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401]);
  });

  it('that was made up costs no read, however often it comes', async () => {
    const { ticket, context, world } = await aCall();
    const counter = requestCounter();
    const table = tableOver(counter.watch(world.dynamo));
    const counted = { ...context, table };
    const socket = liveSocket(counted, {
      ...{ queue: { send: async () => undefined }, stage: 'test', log: () => undefined },
      isLiveTicket: knowsLiveTickets(counted),
    });
    const connect = (text: string) =>
      socket({
        requestContext: { eventType: 'CONNECT', connectionId: 'one' },
        queryStringParameters: { ticket: text },
      } as unknown as SocketEvent);
    const issued = new URL((await ticket()).body.url).searchParams.get('ticket') ?? '';
    expect(await connect(issued)).toEqual({ statusCode: 200 });

    const { answer, tally } = await counter.during(() =>
      Promise.all(
        [...'abcdefghij'].flatMap((letter) => [
          connect(`live_${letter.repeat(43)}`),
          connect(`${issued.slice(0, -1)}${letter}`),
          connect(`${issued.slice(0, 'live_'.length)}${letter}${issued.slice('live_'.length + 1)}`),
        ]),
      ),
    );

    expect(new Set(answer.map((one) => (typeof one === 'object' ? one.statusCode : one)))).toEqual(new Set([401]));
    // The ticket itself may be among them, where it begins with the letter.
    expect(tally.requests).toBeLessThanOrEqual(1);
  });

  it('of a call that has ended since is 410', async () => {
    const { ticket, connect, endCall } = await aCall();
    const { url } = (await ticket()).body;
    await endCall();

    expect(await connect('late', url)).toBe(410);
  });

  it('is kept by its digest alone', async () => {
    const { ticket, world } = await aCall();
    const { url } = (await ticket()).body;

    const text = new URL(url).searchParams.get('ticket') ?? '';

    expect(text).toMatch(/^live_[\w-]{43}$/);
    expect(JSON.stringify(world.dynamo.items())).not.toContain(text);
  });
});

describe('a reader', () => {
  it('gets what was said before it came, then what is said', async () => {
    const { aReader, hear, serve } = await aCall();
    await hear(aLine(1, 'Hello.'));
    const { received } = await aReader('one');
    await serve();

    await hear(aLine(2, 'Shall we?', { speakerKey: 'ben', speakerName: 'Ben' }));

    expect(received().map(shortly)).toEqual(['in_call', 'Ada:', 'Hello.', 'Ben:', 'Shall we?']);
  });

  it('of a bot that joins gets its status, and what is said once it is in the call', async () => {
    const { aReader, serve, inCall, hear } = await aCall({ isInCall: false });
    const { received } = await aReader('one');
    await serve();
    await inCall();

    await hear(aLine(1, 'Hello.'));

    expect(received().map(shortly)).toEqual(['joining', 'in_call', 'Ada:', 'Hello.']);
  });

  it('goes on after the last segment that it has, without a gap and without a double', async () => {
    const { aReader, hear, serve, disconnect } = await aCall();
    const first = await aReader('first');
    await hear(aLine(1, 'One'), aLine(2, 'Two'));
    await disconnect('first');
    await hear(aLine(3, 'Three'));

    const second = await aReader('second', { after: idsOf(first.received()).at(-1) ?? 0 });
    await serve();
    await hear(aLine(4, 'Four'));

    expect(first.received().map(shortly)).toEqual(['in_call', 'Ada:', 'One', 'Two']);
    expect(second.received().map(shortly)).toEqual(['in_call', 'Three', 'Four']);
  });

  it('gets a line that its recorder sends twice once, and lines that arrive out of order with their times', async () => {
    const { aReader, hear } = await aCall();
    const { received } = await aReader('one');

    await hear(aLine(5, 'Second.'));
    await hear(aLine(5, 'Second.'));
    await hear(aLine(1, 'First.'));

    expect(received().flatMap((one) => (one.type === 'segment' ? [[one.text, one.start]] : []))).toEqual([
      ['Second.', 5],
      ['First.', 1],
    ]);
  });

  it('gets the last 200 segments of a long call', async () => {
    const { aReader, keep, serve } = await aCall();
    for (let from = 0; from < 260; from += 20)
      await keep(...Array.from({ length: 20 }, (_, second) => aLine(from + second, `Line ${from + second}`)));

    const { received } = await aReader('one');
    await serve();

    expect(idsOf(received())).toHaveLength(200);
    expect(received().at(-1)).toMatchObject({ text: 'Line 259' });
  });

  it('who lost access to the workspace reads no further', async () => {
    const { aReader, hear, world, owner, context, gateway } = await aCall();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const { received } = await aReader('one', { key: guest.key });
    await hear(aLine(1, 'Hello.'));

    await context.table.write({ remove: { pk: guest.userId, sk: `WKS#${owner.workspaceId}` } });
    await hear(aLine(2, 'Secret.'));

    expect(received().map(shortly)).toEqual(['in_call', 'Ada:', 'Hello.']);
    expect(gateway.closed).toEqual(['one']);
  });
});

describe('forty readers of one call', () => {
  const NAMES = Array.from({ length: 40 }, (_, nth) => `reader-${nth}`);

  it('each get every line once and in order, while a slow one is ended', async () => {
    // Longer than a busy machine keeps the others waiting.
    const { aReader, serve, keep, gateway, rows, world, owner } = await aCall({ longestPostMs: 10_000 });
    const roles = ['admin', 'member', 'guest'] as const;
    const colleagues = await Promise.all(roles.map((role) => world.aColleague(owner.workspaceId, role)));
    const keys = [owner, ...colleagues].map(({ key }) => key);
    await Promise.all(NAMES.map((name, nth) => aReader(name, { key: String(keys[nth % keys.length]) })));
    gateway.take('reader-7', 'stuck');
    const said = Array.from({ length: 20 }, (_, second) => aLine(second, `Line ${second}`));

    // Webhooks of a recorder arrive while the worker sends, and each wakes another worker.
    await Promise.all(said.map(async (line) => keep(line).then(() => serve())));
    await serve();

    const [, ...others] = [...NAMES].sort((one) => (one === 'reader-7' ? -1 : 1));
    for (const name of others) {
      const received = gateway.received(name);
      expect(idsOf(received)).toEqual([...new Set(idsOf(received))].sort((one, other) => one - other));
      expect(received.flatMap((one) => (one.type === 'segment' ? [one.text] : [])).sort()).toEqual(
        said.map(({ text }) => text).sort(),
      );
    }
    expect(gateway.received('reader-7')).toEqual([]);
    expect(gateway.closed).toEqual(['reader-7']);
    expect(rows().filter((row) => row.startsWith('READER#'))).toHaveLength(39);
  });
});

describe('the eleventh connection of a user', () => {
  const connectTen = async ({ aReader }: Call) => {
    for (let nth = 0; nth < 10; nth += 1) await aReader(`one-${nth}`);
  };

  it('is refused at the ticket, also minutes later, and not that of another user', async () => {
    const call = await aCall();
    await connectTen(call);
    call.world.clock.advance(5 * MINUTE_MS);

    expect((await call.ticket()).status).toBe(429);
    const { key } = await call.world.aColleague(call.owner.workspaceId, 'guest');
    expect((await call.ticket(key)).status).toBe(200);
  });

  it.each([
    ['ended', (call: Call) => call.disconnect('one-3')],
    [
      'went without a word, once a line does not reach it',
      async ({ gateway, world, hear }: Call) => {
        world.clock.advance(MINUTE_MS);
        gateway.take('one-3', 'gone');
        await hear(aLine(1, 'Hello.'));
      },
    ],
    [
      'went without a word in a call in which nothing is said, two hours later',
      async ({ world }: Call) => world.clock.advance(120 * MINUTE_MS),
    ],
  ])('is let in where another one %s', async (_, end) => {
    const call = await aCall();
    await connectTen(call);

    await end(call);

    expect((await call.ticket()).status).toBe(200);
  });
});

describe('a connection', () => {
  it('that is not open yet when the worker sends is tried again a second later', async () => {
    const { aReader, hear, serve, gateway, waiting, rows } = await aCall();
    await hear(aLine(1, 'Hello.'));
    const { received } = await aReader('one');
    gateway.take('one', 'gone');
    waiting.splice(0);
    await serve();
    expect(rows()).toContain('READER#one');
    expect(waiting).toMatchObject([{ delaySeconds: 1 }]);

    gateway.take('one', 'reads');
    await serve();

    expect(received().map(shortly)).toEqual(['in_call', 'Ada:', 'Hello.']);
  });

  it('that takes nothing and cannot be ended is tried again at the next look, and misses nothing', async () => {
    const { aReader, hear, serve, gateway } = await aCall();
    const { received } = await aReader('one');
    await hear(aLine(1, 'Hello.'));
    gateway.take('one', 'throttled');
    await hear(aLine(2, 'Shall we?'));

    gateway.take('one', 'reads');
    await serve();

    expect(received().map(shortly)).toEqual(['in_call', 'Ada:', 'Hello.', 'Shall we?']);
    expect(gateway.closed).toEqual([]);
  });

  it('that has gone is forgotten', async () => {
    const { aReader, hear, gateway, world, rows } = await aCall();
    await aReader('one');
    world.clock.advance(MINUTE_MS);
    gateway.take('one', 'gone');

    await hear(aLine(1, 'Hello.'));

    expect(rows().filter((row) => row.startsWith('READER#'))).toEqual([]);
  });

  it('that ended is forgotten, and one that was never here changes nothing', async () => {
    const { aReader, disconnect, rows } = await aCall();
    await aReader('one');

    await disconnect('one');
    await disconnect('another');

    expect(rows()).toEqual([]);
  });
});

it('every reader gets the status at least every 30 seconds, also where nothing is said', async () => {
  const { aReader, pass } = await aCall();
  const { received } = await aReader('one');
  await pass(0);

  for (let seconds = 30; seconds <= 150; seconds += 30) {
    const before = received().length;
    await pass(30 * SECOND_MS);
    expect(received().slice(before).map(shortly)).toEqual(['in_call']);
  }
});
