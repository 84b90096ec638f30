import { readFileSync } from 'node:fs';
import { describe, expect, it } from '#test/support/jest';
import { blocksIn } from './guide-blocks.ts';

const [snippet] = blocksIn(readFileSync('docs/api/live.md', 'utf8')).filter(({ language }) => language === 'js read');

interface PlayedSocket {
  readonly url: string;
  readonly onmessage?: (event: { data: string }) => void;
  readonly onclose?: () => void;
}

/** A page that runs the code of the guide, with a server, sockets and timers that the test plays. */
function aPage(addresses: readonly (string | 'over')[]) {
  const asked: string[] = [];
  const shown: string[] = [];
  const sockets: PlayedSocket[] = [];
  const timers = new Map<number, { readonly run: () => unknown; readonly milliseconds: number }>();
  let count = 0;
  const fetch = async (path: string) => {
    const address = addresses[asked.length] ?? 'over';
    asked.push(path);
    return { status: address === 'over' ? 409 : 200, json: async () => ({ url: address }) };
  };
  class WebSocket implements PlayedSocket {
    readonly url: string;
    readonly onclose?: () => void;
    constructor(url: string) {
      this.url = url;
      sockets.push(this);
    }
    close() {
      this.onclose?.();
    }
  }
  const setTimeout = (run: () => unknown, milliseconds: number): number => {
    count += 1;
    timers.set(count, { run, milliseconds });
    return count;
  };
  const clearTimeout = (id: number) => void timers.delete(id);
  const given = {
    fetch,
    WebSocket,
    show: ({ text }: { text: string }) => void shown.push(text),
    setTimeout,
    clearTimeout,
  };
  const code = new Function(...Object.keys(given), `${snippet?.text}\nreturn read;`);
  const read: () => Promise<void> = code(...Object.values(given));
  return {
    ...{ asked, shown, sockets, timers, read },
    say: (socket: number, ...messages: readonly object[]) =>
      sockets[socket]?.onmessage?.({ data: JSON.stringify(messages) }),
    /** The timer that ends first. */
    async timePasses() {
      const [first] = [...timers].sort(([, one], [, other]) => one.milliseconds - other.milliseconds);
      if (!first) throw new Error('Nothing waits.');
      timers.delete(first[0]);
      await first[1].run();
    },
  };
}

const segment = (id: number, text: string) => ({ type: 'segment', id, segment: 1, text });
const status = (name: string) => ({ type: 'status', status: name });

describe('the code of the guide', () => {
  it('shows each segment once, and goes on after the last one until the call is over', async () => {
    const { asked, shown, sockets, timers, read, say, timePasses } = aPage(['wss://one', 'wss://two']);
    await read();
    say(0, status('in_call'), segment(5, 'One'));
    say(0, segment(5, 'One'), segment(7, 'Two'));

    sockets[0]?.onclose?.();
    await timePasses();
    say(1, segment(9, 'Three'));
    sockets[1]?.onclose?.();
    await timePasses();

    expect(shown).toEqual(['One', 'Two', 'Three']);
    expect(asked).toEqual([0, 7, 9].map((after) => `/your-server/live-address?after=${after}`));
    expect([sockets.map(({ url }) => url), timers.size]).toEqual([['wss://one', 'wss://two'], 0]);
  });

  it('ends with the call', async () => {
    const { asked, timers, read, say } = aPage(['wss://one', 'wss://two']);
    await read();

    say(0, status('ended'));

    expect([asked.length, timers.size]).toEqual([1, 0]);
  });

  it('opens another connection where nothing comes', async () => {
    const { asked, read, say, timePasses } = aPage(['wss://one', 'wss://two']);
    await read();
    say(0, status('in_call'));

    await timePasses();
    await timePasses();

    expect(asked).toHaveLength(2);
  });
});
