import fc from 'fast-check';
import { makeClientState } from '#shared/calendars/sync/hmac-client-states';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';
import { aWatchedCalendar } from './a-watched-calendar.ts';
import { hooksOf } from './hooks.ts';

/** A watched calendar, whose hooks count their reads; the key of the client states was read before. */
async function aCountedHook(provider: 'google' | 'microsoft') {
  const story = await aWatchedCalendar(provider);
  const { context, dynamo } = story.world;
  const counter = requestCounter();
  const hooks = hooksOf({ context: { ...context, table: tableOver(counter.watch(dynamo)) } });
  await hooks.google('warm-up', story.watch.secret);
  const readsOf = async (call: () => Promise<unknown>) => (await counter.during(call)).tally.requests;
  return { ...story, hooks, readsOf };
}

/** A client state of the same form, certified by a key that is not ours. */
const forgedFor = makeClientState({
  key: async () => new Uint8Array(32),
  randomBytes: (size) => new Uint8Array(size).fill(7),
});

describe('unauthenticated hooks verify before they read: a notification', () => {
  it('costs no read unless its client state certifies itself', async () => {
    const { hooks, readsOf, watch, id, isDue } = await aCountedHook('google');
    const [connection = '', nonce = '', mac = ''] = watch.secret.split('.');
    const another = `cal_${'0'.repeat(26)}`;
    const states = [
      await forgedFor(id),
      `${another}.${nonce}.${mac}`,
      `${connection}.${'A'.repeat(22)}.${mac}`,
      `${connection}.${nonce}.${'A'.repeat(43)}`,
      `${connection}.${nonce}`,
      watch.secret.slice(0, -1),
      `${watch.secret}A`,
    ];

    for (const state of states) expect([state, await readsOf(() => hooks.google(watch.id, state))]).toEqual([state, 0]);

    expect(await isDue()).toBe(false);
  });

  it('costs no read with any one character of the state changed', async () => {
    const { hooks, readsOf, watch, isDue } = await aCountedHook('google');
    const length = watch.secret.length;

    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.constantFrom(...'aZ09-_.'), async (at, character) => {
        fc.pre(watch.secret[at] !== character);
        // The last character of base64url has two bits that are not part of the MAC.
        fc.pre(at !== length - 1);
        const state = watch.secret.slice(0, at) + character + watch.secret.slice(at + 1);
        expect(await readsOf(() => hooks.google(watch.id, state))).toBe(0);
      }),
      { numRuns: 200 },
    );
    expect(await isDue()).toBe(false);
  });

  it('costs at most one read, whether it is about the current watch or not', async () => {
    const { hooks, readsOf, watch } = await aCountedHook('google');

    expect(await readsOf(() => hooks.google('another-channel', watch.secret))).toBe(1);
    expect(await readsOf(() => hooks.google(watch.id, watch.secret))).toBe(1);
  });

  it('is not parsed in a body that is longer than any batch of a provider', async () => {
    const { hooks, readsOf, watch, isDue } = await aCountedHook('microsoft');
    const notification = { subscriptionId: watch.id, clientState: watch.secret };
    const padded = (length: number) => {
      const body = JSON.stringify({ value: [notification] });
      return hooks.call('/hooks/microsoft', { body: body.padEnd(length, ' ') });
    };

    expect(await readsOf(() => padded(128_001))).toBe(0);
    expect(await isDue()).toBe(false);
    expect((await padded(128_001)).statusCode).toBe(202);

    await padded(128_000);
    expect(await isDue()).toBe(true);
  });

  it('is not parsed in a body of fewer characters, each of three bytes', async () => {
    const { hooks, watch, isDue } = await aCountedHook('microsoft');
    const notification = { subscriptionId: watch.id, clientState: watch.secret };

    await hooks.call('/hooks/microsoft', {
      body: JSON.stringify({ value: [notification], more: '会'.repeat(43_000) }),
    });

    expect(await isDue()).toBe(false);
  });

  it('is one of at most 20 of a request', async () => {
    const { hooks, readsOf, watch, isDue } = await aCountedHook('microsoft');
    const about = (subscriptionId: string) => ({ subscriptionId, clientState: watch.secret });
    const others = Array.from({ length: 20 }, (_, nth) => about(`another-${nth}`));

    expect(await readsOf(() => hooks.microsoft(...others, about(watch.id)))).toBeLessThanOrEqual(20);
    expect(await isDue()).toBe(false);

    await hooks.microsoft(...others.slice(1), about(watch.id));
    expect(await isDue()).toBe(true);
  });
});
