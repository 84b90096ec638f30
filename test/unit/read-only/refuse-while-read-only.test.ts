import { CACHED_MS, refuseWhileReadOnly } from '#shared/api/read-only/refuse-while-read-only';
import { Refusal } from '#shared/foundation/core/refusal';
import { Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A row that can be set, whose reads are counted and can fail. */
function aDeployment() {
  const state = { isOn: false, reads: 0, fails: false };
  const clock = aClock();
  const get: Table['get'] = async () => {
    state.reads += 1;
    if (state.fails) throw new Throttled();
    return state.isOn ? { pk: 'READONLY#', sk: '.', type: 'read_only_mode', since: clock.now(), by: null } : undefined;
  };
  const refuse = refuseWhileReadOnly({ table: { get } as Table, clock });
  const outcome = async () => {
    try {
      await refuse();
      return 'taken';
    } catch (error) {
      return error instanceof Refusal ? 'refused' : (error as Error).constructor.name;
    }
  };
  return { state, clock, refuse, outcome };
}

describe('a write', () => {
  it('reads the mode once in ten seconds, whatever it is, and once for those that come at the same time', async () => {
    const { state, clock, outcome } = aDeployment();

    const first = await Promise.all([outcome(), outcome(), outcome()]);
    state.isOn = true;
    const cached = await outcome();
    clock.advance(CACHED_MS);
    const later = [await outcome(), await outcome()];

    expect([...first, cached, ...later]).toEqual(['taken', 'taken', 'taken', 'taken', 'refused', 'refused']);
    expect(state.reads).toBe(2);
  });

  it('waits for nothing where the mode is known', async () => {
    const { refuse } = aDeployment();
    await refuse();

    expect(refuse()).toBeUndefined();
  });

  it('fails where the mode cannot be read, and the next one reads again', async () => {
    const { state, outcome } = aDeployment();
    state.fails = true;

    const failed = await outcome();
    state.fails = false;

    expect([failed, await outcome(), state.reads]).toEqual(['Throttled', 'taken', 2]);
  });
});
