import { invalidKeySenders, MOST_ADDRESSES } from '#shared/api/http/invalid-key-senders';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

function aProcess() {
  const clock = aClock();
  const keys = invalidKeySenders(clock);
  const from = (many: number, name: string) => {
    for (let nth = 0; nth < many; nth += 1) keys.add(`${name}-${nth}`);
  };
  return { clock, keys, from };
}

describe('invalid API keys', () => {
  it('are expected of an address that sent one, for a minute after the last', () => {
    const { clock, keys } = aProcess();
    expect(keys.has('a')).toBe(false);

    keys.add('a');
    clock.advance(MINUTE_MS - 1);
    keys.add('a');
    clock.advance(MINUTE_MS - 1);
    expect([keys.has('a'), keys.has('b')]).toEqual([true, false]);
    clock.advance(1);

    expect(keys.has('a')).toBe(false);
  });

  it('are expected of every address while as many have sent one as are remembered', () => {
    const { clock, keys, from } = aProcess();
    from(MOST_ADDRESSES - 1, 'attacker');
    expect(keys.has('other')).toBe(false);

    from(100, 'attacker');
    expect(keys.has('other')).toBe(true);
    clock.advance(MINUTE_MS);

    expect(keys.has('other')).toBe(false);
  });

  it('of further addresses are not remembered, so that what is remembered stays small', () => {
    const { clock, keys, from } = aProcess();
    from(MOST_ADDRESSES, 'first');
    clock.advance(MINUTE_MS - 1);
    from(100, 'further');
    clock.advance(1);

    expect(keys.has('further-1')).toBe(false);
  });

  it('start the reads of no more requests a minute than addresses are remembered, from however many they come', () => {
    const { clock, keys } = aProcess();
    let started = 0;
    for (let nth = 0; nth < 2000; nth += 1) {
      clock.advance(MINUTE_MS / 2000 - 1);
      const address = `attacker-${nth}`;
      if (!keys.has(address)) started += 1;
      keys.add(address);
    }

    expect(started).toBe(MOST_ADDRESSES);
  });
});
