import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { World } from '#test/support/api';
import { type Due, dueIn } from './due-work.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Given {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly invoke: (due: Due) => Promise<void>;
}

/** How often the sweeper looks for what is due. */
const SWEEP_MS = MINUTE_MS;

/** Messages of the relay and of the sweeper to the worker of orders: late, lost and doubled. */
export function messages({ world, time, random, invoke }: Given) {
  const { clock } = world;
  const relayed = new Set<string>();

  const send = (due: Due): void => {
    const times = random() < 0.2 ? 2 : 1;
    for (let message = 0; message < times; message += 1)
      time.begin(later(clock.now(), Math.round(random() * 3 * SECOND_MS)), () => void invoke(due));
  };

  /** Sends each job that was written since; one in ten messages is lost. */
  const relay = (): void => {
    for (const due of dueIn(world).filter(({ id }) => id.startsWith('out_') && !relayed.has(id))) {
      relayed.add(due.id);
      if (random() > 0.1) send(due);
    }
  };

  const sweep = (): void => {
    const now = clock.now();
    const all = dueIn(world);
    for (const due of all) if (due.dueAt <= now) send(due);
    if (all.length === 0 && time.isIdle()) return;
    // While nothing else happens, up to the next that is due.
    const next = time.isIdle() ? Math.min(...all.map(({ dueAt }) => dueAt)) : now;
    time.begin(Math.max(next, later(now, SWEEP_MS)) as Instant, sweep);
  };

  return { relay, sweep };
}
