import { SECOND_MS } from '#shared/foundation/core/time';
import type { Latency } from '#test/doubles/aws/latency';
import type { Chances } from './chances.ts';
import type { TimeLine } from './time-line.ts';

interface Needs {
  readonly time: TimeLine;
  readonly random: () => number;
  readonly chances: Chances;
  /** False before the story begins and after it has ended: then everything is at once and nothing fails. */
  readonly isOn: () => boolean;
}

/** The platform asks its queues itself; that takes no time. */
const OF_THE_PLATFORM: readonly string[] = ['ReceiveMessage', 'DeleteMessage', 'SendMessage'];
const LONGEST_INDEX_LAG_MS = 1_500;

/** How services behave: how long they take, what they refuse, what comes late, twice or never. */
export function circumstances({ time, random, chances, isOn }: Needs) {
  const happens = (chance: number) => isOn() && random() < chance;
  const latency: Latency = async (operation) => {
    if (!isOn() || OF_THE_PLATFORM.includes(operation)) return;
    await time.after(happens(chances.slow) ? 4 * SECOND_MS * random() : 1 + 15 * random());
  };
  return {
    latency,
    queueRefuses: () => happens(chances.refusedEntry),
    busRefuses: () => happens(chances.refusedEntry),
    table: {
      leavesUnread: () => happens(chances.refusedEntry),
      propagation: (apply: () => void) => {
        if (!isOn()) return apply();
        const lag = random() ** 4 * LONGEST_INDEX_LAG_MS;
        time.at(time.clock.now() + lag, apply);
      },
    },
    busDelivers: async (call: () => Promise<void>) => {
      if (happens(chances.lostOnBus)) return;
      const times = happens(chances.duplicate) ? 2 : 1;
      for (let nth = 0; nth < times; nth += 1)
        time.at(time.clock.now() + 20 + 400 * random() ** 3, () => {
          void call();
        });
    },
    /** Seconds until a message that was handed out comes once more; undefined where it does not. */
    duplicates: () => {
      if (!happens(chances.duplicate)) return undefined;
      return random() < 0.1 ? Math.floor(random() * 900) : Math.floor(random() * 5);
    },
  };
}
