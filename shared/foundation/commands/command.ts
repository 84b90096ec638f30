import type { Changes } from '#shared/foundation/commands/changes';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Backoff } from '#shared/foundation/core/clock';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { Identified, IdOf } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { LimitName } from '#shared/foundation/core/limits';
import { notFound } from '#shared/foundation/core/refusal';
import { type Entity, LostRace, StoreFailed, Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import type { Subscription } from '#shared/foundation/events/rules/subscription';

/**
 * A command: `attempt` loads, decides by a rule and saves with `context.changes`. After a lost race or throttling it runs
 * again, under `policy` (by default five attempts in all), so it loads everything that it decides on. Rows that the
 * endpoint read are not read again on the first attempt.
 */
export const command =
  <Input extends readonly unknown[], Result, Context extends CommandContext = CommandContext>(
    attempt: (context: Context, ...input: Input) => Promise<Result>,
    policy?: RetryPolicy,
  ) =>
  (context: Context) =>
  (...input: Input): Promise<Result> =>
    withRetry(context, () => attempt(context, ...input), policy);

type Updatable = Identified & { readonly updatedAt: Instant };

/** What an update rule decides: the next state, with the events and jobs that follow from the change. */
export interface UpdateDecision<State> {
  readonly state: State;
  readonly events?: readonly DomainEvent[];
  readonly jobs?: readonly Job[];
  readonly limits?: readonly Use[];
  readonly audited?: NonNullable<Changes['audited']>;
  /** The workspace's webhook endpoints, where there are events. */
  readonly subscriptions?: readonly Subscription[];
}

/**
 * A command that changes one entity by a pure rule. It loads the newest state, decides, answers the state where nothing
 * changed, else saves it with `updatedAt` moved, and begins again after a lost race. 404 where the entity is gone.
 */
export const updating =
  <State extends Updatable, Input extends readonly unknown[]>(
    entity: Entity<State>,
    decide: (state: State, now: Instant, ...input: Input) => UpdateDecision<State>,
  ) =>
  (context: CommandContext) =>
  (id: IdOf<State>, ...input: Input): Promise<State> =>
    withRetry(context, async () => {
      const before = await entity.find(context.table, id);
      if (!before) throw notFound(entity.noun);
      const at = context.clock.now();
      const { state, ...consequences } = decide(before.state, at, ...input);
      if (isSame(before.state, state)) return before.state;
      const after = { ...state, updatedAt: at };
      await context.changes.save({ at, writes: [entity.put(before, after)], ...consequences, result: after });
      return after;
    });

/** A command that deletes one entity and answers it as it was. Of two at once, the later gets 404. */
export const removing =
  <State extends Identified>(entity: Entity<State>) =>
  (context: CommandContext) =>
  (id: IdOf<State>): Promise<State> =>
    withRetry(context, async () => {
      const before = await entity.find(context.table, id);
      if (!before) throw notFound(entity.noun);
      await context.changes.save({ at: context.clock.now(), writes: [entity.remove(before)], result: before.state });
      return before.state;
    });

/** A command that makes one entity with a rule that is given an id and the time, under a limit of its workspace if one is named. */
export const creating =
  <State extends Identified, Input extends readonly unknown[]>(
    entity: Entity<State>,
    create: (id: IdOf<State>, now: Instant, ...input: Input) => State,
    limitOf: (state: State) => readonly (readonly [limit: LimitName, subject: string])[] = () => [],
  ) =>
  (context: CommandContext) =>
  (...input: Input): Promise<State> =>
    withRetry(context, async () => {
      const at = context.clock.now();
      const after = create(context.ids.make(entity.prefix), at, ...input);
      const limits = limitOf(after).map(([limit, subject]) => context.useOf(limit, subject, at));
      await context.changes.save({ at, writes: [entity.put(undefined, after)], limits, result: after });
      return after;
    });

export interface RetryPolicy {
  /** Attempts before the caller gets the error: 409 for a lost race, 503 for a throttled table. */
  readonly attempts: number;
  /** The number of the first pause: pauses grow with their number. */
  readonly firstPause: number;
}

const OF_COMMANDS: RetryPolicy = { attempts: 5, firstPause: 0 };

interface Retrying {
  readonly backoff: Backoff;
  /** A request's table remembers what it read: that is dropped before another attempt. */
  readonly table?: Pick<Table, 'clearCache'>;
}

/** The SDK has waited for several seconds by then, and a request has 25. */
const ATTEMPTS_AFTER_TIMEOUT = 2;

const isTimeout = (error: unknown): boolean =>
  error instanceof StoreFailed && hasErrorName(error.cause, 'TimeoutError');

/**
 * The optimistic loop: loads, decides and saves again after a lost race or throttling, with full jitter. Safe because
 * deciding is pure. `attempt` gets its number, from 0.
 */
export async function withRetry<Result>(
  { backoff, table }: Retrying,
  attempt: (number: number) => Promise<Result>,
  { attempts, firstPause }: RetryPolicy = OF_COMMANDS,
): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      const canRetry = error instanceof LostRace || error instanceof Throttled;
      const most = isTimeout(error) ? Math.min(attempts, ATTEMPTS_AFTER_TIMEOUT) : attempts;
      if (!canRetry || number + 1 >= most) throw error;
      table?.clearCache();
      await backoff.pause(firstPause + number);
    }
  }
}
