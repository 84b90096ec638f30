import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Notification } from '#test/doubles/calendar-providers/server/notification-sender';
import { compare } from './compare.ts';
import { RETRY_AFTER_SECONDS } from './early-requests.ts';
import { forgedNotification } from './forged-notification.ts';
import type { Step, StepName } from './steps.ts';
import { ACCOUNT, type CalendarWorld, type Invoked } from './world.ts';

/** The longest rest that a provider can ask for. */
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** Sync runs until all is quiet: more of them, and something goes round in circles. */
const MOST_PASSES = 40;

type Happening = (lots: readonly number[]) => void | Promise<void>;

/** What happens to a world, step by step, and what was found wrong on the way. */
export function aLife(world: CalendarWorld) {
  const { clock, calendar, provider } = world;
  const { faults, notifications } = provider;
  const violations: string[] = [];
  /** When the member consented once more. */
  const consents: number[] = [];
  const figures = { comparisons: 0, occurrences: 0, passes: 0 };
  let held: readonly Notification[] = [];

  const pass = async (invoked?: Invoked): Promise<void> => {
    figures.passes += 1;
    await world.message(invoked);
  };

  /** Lets time pass; whatever is due meanwhile is passed over when it is. */
  const letPass = async (milliseconds: number): Promise<void> => {
    const until = later(clock.now(), milliseconds);
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const dueAt = (await world.sync())?.dueAt ?? null;
      if (dueAt === null || dueAt > until) break;
      if (dueAt > clock.now()) clock.set(dueAt);
      await pass();
    }
    if (clock.now() < until) clock.set(until);
  };

  const isSettled = async (): Promise<boolean> => {
    const sync = await world.sync();
    return sync?.dueAt != null && sync.dueAt > clock.now() && sync.failures === 0 && sync.cursor !== null;
  };

  /** The next sync run, when it is due; where nothing is, only the member's consent helps. */
  const nextPass = async (): Promise<void> => {
    const dueAt = (await world.sync())?.dueAt ?? null;
    const isActive = (await world.connection())?.status === 'active';
    if (dueAt === null && isActive) violations.push('nothing is due any more');
    if (dueAt === null) {
      consents.push(clock.now());
      await world.consent();
      return;
    }
    if (dueAt - clock.now() > LONGEST_WAIT_MS) violations.push(`the next pass is due in ${dueAt - clock.now()} ms`);
    if (dueAt > clock.now()) clock.set(dueAt);
    await pass();
  };

  /** No faults and no notifications any more: the poll alone finds what there is. */
  const quiet = async (): Promise<void> => {
    faults.clear();
    notifications.take();
    if (world.mayBeSilent()) clock.advance(DAY_MS);
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      // One that goes on where another was interrupted sees what there was when that began.
      const isWhole = (await world.sync())?.run === null;
      await nextPass();
      if (isWhole && (await isSettled())) break;
    }
    const { violations: found, occurrences } = await compare(world);
    violations.push(...found);
    figures.comparisons += 1;
    figures.occurrences += occurrences;
  };

  const notifyTwice = async (): Promise<void> => {
    for (const one of notifications.take()) {
      await notifications.send(one);
      await letPass(SECOND_MS);
      await notifications.send(one);
    }
  };

  const happenings: Readonly<Partial<Record<StepName, Happening>>> = {
    throttle([lot = 0]) {
      const asked = { type: 'throttled', status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
      if (lot < 0.6) faults.next(asked, { kind: 'events' });
      // Graph always says how long.
      else if (lot < 0.8 && provider.name === 'google')
        faults.next({ type: 'throttled', status: 403 }, { kind: 'events' });
      else faults.next(asked, { kind: 'token' });
    },
    down: ([lot = 0, times = 0]) =>
      faults.next({ type: 'down', status: lot < 0.5 ? 503 : 500 }, { times: 1 + Math.floor(times * 3) }),
    'no answer': ([lot = 0]) => faults.next({ type: 'no answer', done: lot < 0.5 }),
    gibberish: () => faults.next({ type: 'gibberish' }, { kind: 'events' }),
    'token refused': () => faults.next({ type: 'unauthorized' }, { kind: 'events' }),
    'forget cursors': () => calendar.expireCursors(),
    'end access tokens': () => provider.expireAccessTokens(),
    revoke: () => provider.revokeGrants(ACCOUNT),
    async kill([lot = 0]) {
      await world.askForSync();
      await pass({ diesAt: 1 + Math.floor(lot * 60) });
    },
    async hurry() {
      await world.askForSync();
      await pass({ lastsMs: 10 * SECOND_MS });
    },
    async crowd() {
      await world.askForSync();
      await Promise.all([pass(), pass(), pass()]);
    },
    async notify() {
      await notifications.deliver();
      await letPass(SECOND_MS);
    },
    'notify twice': notifyTwice,
    'lose notifications': () => {
      notifications.take();
    },
    'hold notifications': () => {
      held = [...held, ...notifications.take()];
    },
    async 'notify late'() {
      for (const one of held) await notifications.send(one);
      held = [];
      await letPass(SECOND_MS);
    },
    async 'forged notification'([lot = 0]) {
      const before = await world.sync();
      await world.send(forgedNotification(provider.name, before?.watch?.id ?? 'unknown', lot));
      const after = await world.sync();
      if (JSON.stringify(before) !== JSON.stringify(after)) violations.push('a forged notification was believed');
    },
    'pass on time': async () => {
      const dueAt = (await world.sync())?.dueAt;
      if (dueAt != null) await letPass(Math.max(0, dueAt - clock.now()));
    },
    minutes: ([lot = 0]) => letPass(Math.ceil(lot * 20) * MINUTE_MS),
    hours: ([lot = 0]) => letPass(Math.ceil(lot * 3 * 60) * MINUTE_MS),
    // Nothing of ours runs meanwhile.
    days: ([lot = 0]) => clock.advance(Math.ceil(lot * 3 * DAY_MS)),
    'ask for a sync': async () => {
      await world.askForSync();
      await letPass(SECOND_MS);
    },
    quiet,
  };

  return { violations, consents, figures, happen: async ({ name, lots }: Step) => happenings[name]?.(lots) };
}
