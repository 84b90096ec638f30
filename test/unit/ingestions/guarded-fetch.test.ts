import { guardedFetch } from '#shared/texts/ingestions/guarded-fetch';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aRawReceiver, closeReceivers } from '../webhooks/delivery/sender/receivers.ts';

afterEach(closeReceivers);

/** What the guarded fetch reads from a server that sends these bytes. */
async function read(bytes: string): Promise<string> {
  const { port } = await aRawReceiver(bytes);
  const fetch = guardedFetch({ addressesOf: async () => ['127.0.0.1'] });
  const response = await fetch(new Request(`http://files.test:${port}/`));
  return `${response.status} ${await response.text()}`;
}

const OKAY = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n';
const BODY = '\r\nfile';
const interim = (head: string) => `HTTP/1.1 ${head}\r\n\r\n`;

describe('a guarded fetch', () => {
  it.each([
    ['no informational response', ''],
    ['100 Continue', interim('100 Continue')],
    ['102 Processing', interim('102 Processing')],
    ['103 Early Hints', interim('103 Early Hints\r\nLink: </style.css>')],
    ['an undefined 199', interim('199 Wait')],
    ['several', interim('103 Early Hints') + interim('100 Continue') + interim('103 Early Hints')],
  ])('reads the answer of a server that sends before it: %s', async (_what, first) => {
    expect(await read(`${first}${OKAY}${BODY}`)).toBe('200 file');
  });

  it.each([17, 40, 63])('reads an answer with %d KB of headers', async (kilobytes) => {
    expect(await read(`${OKAY}x-long: ${'x'.repeat(kilobytes * 1024)}\r\n${BODY}`)).toBe('200 file');
  });

  it('refuses an answer with more than 64 KB of headers', async () => {
    await expect(read(`${OKAY}x-long: ${'x'.repeat(66_000)}\r\n${BODY}`)).rejects.toThrow();
  });
});
