import type { WorkLimit } from '#shared/api/http/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isAwsError } from '#shared/foundation/core/error-name';
import type { UserId } from '#shared/foundation/core/ids';
import { Throttled } from '#shared/foundation/core/store';
import { limitReached, type Use } from '#shared/foundation/core/uses';
import { measuredIn, type RequestWork, workOfRequest } from '#shared/foundation/dynamodb/request-work';

/** Work of a user that a process collects before it counts it: one write for a few lists, or some forty other requests. */
const COUNTED_FROM_BYTES = 1_000_000;

/** Of these the oldest are dropped: what they had collected is not counted. */
const MOST_REMEMBERED = 1_000;

interface UserWork {
  readonly uncounted: number;
  /** The limit that is reached, until its window ends. */
  readonly reached: Use | undefined;
}

/**
 * One for each process, which remembers whose limit is reached (docs/decisions/work-of-one-user.md). What requests before
 * it came to is counted while a request runs, so that none waits for the write.
 */
export function workLimit({
  clock,
  useOf,
  limitCounter,
}: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>): WorkLimit {
  const users = new Map<UserId, UserWork>();

  const reachedBy = (userId: UserId): Use | undefined => {
    const reached = users.get(userId)?.reached;
    return reached && clock.now() < reached.windowEndsAt ? reached : undefined;
  };

  const remember = (userId: UserId, work: UserWork): void => {
    users.delete(userId);
    users.set(userId, work);
    const [oldest] = users.keys();
    if (users.size > MOST_REMEMBERED && oldest !== undefined) users.delete(oldest);
  };

  const collect = (userId: UserId, bytes: number): void => {
    if (reachedBy(userId)) return;
    remember(userId, { uncounted: (users.get(userId)?.uncounted ?? 0) + bytes, reached: undefined });
  };

  const countCollected = async (userId: UserId): Promise<void> => {
    const { uncounted = 0 } = users.get(userId) ?? {};
    if (uncounted < COUNTED_FROM_BYTES) return;
    users.delete(userId);
    const use = useOf('work_bytes', userId, clock.now(), uncounted);
    try {
      if (!(await limitCounter.hasRoomFor(use))) remember(userId, { uncounted: 0, reached: use });
    } catch (error) {
      if (!(error instanceof Throttled || isAwsError(error))) throw error;
      // It is counted with a later request: this one needs no answer of the table about its limit.
      collect(userId, uncounted);
    }
  };

  return {
    isReachedBy: (userId) => reachedBy(userId) !== undefined,

    admit(userId) {
      const reached = reachedBy(userId);
      if (reached) throw limitReached(reached, clock.now());
      const work = workOfRequest();
      if (!work) return;
      work.userId = userId;
      work.counting = countCollected(userId);
      work.counting.catch(() => undefined);
    },

    async measure(request) {
      const work: RequestWork = { bytes: 0 };
      const answer = await measuredIn(work, request);
      await work.counting;
      const { body } = answer;
      const answered = typeof body === 'string' ? Buffer.byteLength(body) : 0;
      if (work.userId !== undefined) collect(work.userId, work.bytes + answered);
      return answer;
    },
  };
}
