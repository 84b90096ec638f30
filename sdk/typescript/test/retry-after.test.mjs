import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retrying } from '../dist/retries.js';
import { retryAfterMs } from '../dist/retry-after.js';

const SENT = 'Mon, 02 Nov 2026 10:00:00 GMT';
const NOW = Date.parse('2026-11-02T10:00:00Z');
const slow = (retryAfter) => new Response('', { status: 503, headers: { 'retry-after': retryAfter, date: SENT } });

/** The pauses of a request that gets these responses in turn. */
async function pausesAfter(...responses) {
  const pauses = [];
  const send = retrying({
    ...{ maxRetries: responses.length, timeoutMs: 1000, idempotencyKey: () => 'key', random: () => 0, now: () => NOW },
    fetch: async () => responses.shift() ?? new Response(''),
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  });
  await send(new Request('https://api.partner.test/'));
  return pauses;
}

describe('Retry-After', () => {
  for (const [value, seconds] of [
    ['3', 3],
    ['0', 0],
    [' 7 ', 7],
    ['1.5', 1.5],
    ['100000000000000000000', 1e20],
    ['Mon, 02 Nov 2026 10:00:03 GMT', 3],
    ['Monday, 02-Nov-26 10:00:04 GMT', 4],
    ['Mon Nov  2 10:00:05 2026', 5],
    ['02 Nov 2026 10:00:06 UTC', 6],
    ['Mon, 02 Nov 2026 09:00:00 GMT', 0],
    ['Monday, 02-Nov-98 10:00:00 GMT', 0],
    ['', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['Infinity', undefined],
    ['soon', undefined],
    ['Mon, 32 Nov 2026 10:00:03 GMT', undefined],
    ['2026-11-02T10:00:03Z', undefined],
  ])
    it(`of ${JSON.stringify(value)} asks for ${seconds} seconds, by the clock of the server or of this machine`, () => {
      const asked = seconds === undefined ? undefined : seconds * 1000;

      assert.equal(retryAfterMs(new Headers({ 'retry-after': value, date: SENT }), NOW - 3_600_000), asked);
      assert.equal(retryAfterMs(new Headers({ 'retry-after': value }), NOW), asked);
    });

  it('is waited for at most a minute, and 0 seconds are not waited for', async () => {
    assert.deepEqual(
      await pausesAfter(
        slow('3'),
        slow('Mon, 02 Nov 2026 10:00:03 GMT'),
        slow('3600'),
        slow('9'.repeat(400)),
        slow('0'),
      ),
      [3_000, 3_000, 60_000, 60_000, 0],
    );
  });

  it('that is neither leaves the own pause', async () => {
    assert.deepEqual(await pausesAfter(slow('soon'), slow(''), slow('-1')), [250, 500, 1_000]);
  });
});
