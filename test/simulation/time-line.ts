import { type Instant, later } from '#shared/foundation/core/time';
import type { SetClock } from '#test/support/api';

interface Waiting {
  readonly at: number;
  /** Among moments that are the same, a drawn one: which of two requests arrives first is not determined. */
  readonly lot: number;
  readonly go: () => void;
}

export interface TimeLine {
  readonly clock: SetClock;
  /** Resolves so many milliseconds later; never at once. */
  after(milliseconds: number): Promise<void>;
  at(moment: number, go: () => void): void;
  /** Lets time pass until nothing waits for anything; `look` is called at every moment, and says whether it began something. */
  run(look: () => boolean): Promise<void>;
}

/** Moments, before something must be going round in circles. */
const MOST_MOMENTS = 1_000_000;

/** The one scheduler: everything that takes time waits here, and time jumps from one moment to the next. */
export function timeLine(start: Instant, random: () => number): TimeLine {
  const waiting = new Heap();
  let now = start;
  const at = (moment: number, go: () => void) =>
    waiting.add({ at: Math.max(Math.round(moment), now), lot: random(), go });
  return {
    clock: {
      now: () => now,
      set: (moment) => {
        now = moment;
      },
      advance: (milliseconds) => {
        now = later(now, milliseconds);
      },
    },
    at,
    after: (milliseconds) => new Promise((resolve) => at(now + milliseconds, resolve)),
    async run(look) {
      for (let moments = 0; moments < MOST_MOMENTS; moments += 1) {
        do await everythingAtThisMoment();
        while (look());
        const next = waiting.take();
        if (!next) return;
        now = Math.max(now, next.at) as Instant;
        next.go();
      }
      throw new Error('The simulation does not come to rest.');
    },
  };
}

/** More than the reads and counts of one message that follow each other, where nothing takes time. */
const TURNS = 8;

/** Reads that are asked for in one turn leave at its end, and what they begin goes on from there. */
async function everythingAtThisMoment(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await oneTurn();
}

const oneTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The earliest first. */
class Heap {
  readonly #entries: Waiting[] = [];

  add(entry: Waiting): void {
    const entries = this.#entries;
    let place = entries.length;
    entries.push(entry);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = entries[parent];
      if (!above || !isBefore(entry, above)) break;
      entries[place] = above;
      place = parent;
    }
    entries[place] = entry;
  }

  take(): Waiting | undefined {
    const entries = this.#entries;
    const [first] = entries;
    const last = entries.pop();
    if (last && last !== first) this.#sink(last);
    return first;
  }

  #sink(entry: Waiting): void {
    const entries = this.#entries;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const child = this.#earlier(left, left + 1);
      const below = entries[child];
      if (!below || !isBefore(below, entry)) break;
      entries[place] = below;
      place = child;
    }
    entries[place] = entry;
  }

  #earlier(left: number, right: number): number {
    const [one, other] = [this.#entries[left], this.#entries[right]];
    return one && other && isBefore(other, one) ? right : left;
  }
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.at < other.at || (one.at === other.at && one.lot < other.lot);
