import { readFileSync } from 'node:fs';
import { expect, it } from '#test/support/jest';
import { blocksIn } from './guide-blocks.ts';

const [snippet] = blocksIn(readFileSync('docs/api/live.md', 'utf8')).filter(({ language }) => language === 'js read');

type Read = () => Promise<void>;

/** A page that runs the code of the guide, with a server and sockets that the test plays. */
function aPage(addresses: readonly (string | 'over')[]) {
  const asked: string[] = [];
  const shown: string[] = [];
  const sockets: { onmessage?: (event: { data: string }) => void; onclose?: () => void; readonly url: string }[] = [];
  const later: Read[] = [];
  const fetch = async (path: string) => {
    const address = addresses[asked.length] ?? 'over';
    asked.push(path);
    return { status: address === 'over' ? 409 : 200, json: async () => ({ url: address }) };
  };
  class WebSocket {
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      sockets.push(this);
    }
  }
  const code = new Function('fetch', 'WebSocket', 'show', 'setTimeout', `${snippet?.text}\nreturn read;`);
  const show = ({ text }: { readonly text: string }) => void shown.push(text);
  const read: Read = code(fetch, WebSocket, show, (run: Read) => void later.push(run));
  return { asked, shown, sockets, later, read };
}

const segment = (id: number, text: string) => ({ type: 'segment', id, segment: 1, text });

it('the code of the guide shows each segment once, and goes on after the last one until the call is over', async () => {
  const { asked, shown, sockets, later, read } = aPage(['wss://one', 'wss://two']);
  await read();
  sockets[0]?.onmessage?.({ data: JSON.stringify([{ type: 'status', status: 'in_call' }, segment(5, 'One')]) });
  sockets[0]?.onmessage?.({ data: JSON.stringify([segment(5, 'One'), segment(7, 'Two')]) });

  sockets[0]?.onclose?.();
  await later.shift()?.();
  sockets[1]?.onmessage?.({ data: JSON.stringify([segment(9, 'Three')]) });
  sockets[1]?.onclose?.();
  await later.shift()?.();

  expect(shown).toEqual(['One', 'Two', 'Three']);
  expect(asked).toEqual([0, 7, 9].map((after) => `/your-server/live-address?after=${after}`));
  expect([sockets.map(({ url }) => url), later]).toEqual([['wss://one', 'wss://two'], []]);
});
