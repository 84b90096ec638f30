import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { utcDateOf } from '#shared/core/time';
import { countUsage } from '#shared/usage/commands/count-usage';
import { secondsBeyond, type UsageFact } from '#shared/usage/rules/usage';

/** Speech that an engine has recognized. */
interface HeardSpeech extends Pick<UsageFact, 'memberId' | 'subject'> {
  readonly workspaceId: WorkspaceId;
  /** Before the engine was asked, by the length that the file says. */
  readonly countedSeconds: number;
  readonly heardSeconds: number;
}

/**
 * Counts what an engine heard beyond the length of the file, once it has: the table of a file can say anything. The limit
 * may be exceeded by this one file, and then refuses the next.
 */
export const countSecondsBeyond =
  (context: CommandContext) =>
  async ({ workspaceId, memberId, subject, countedSeconds, heardSeconds }: HeardSpeech): Promise<void> => {
    const amount = secondsBeyond(countedSeconds, heardSeconds);
    if (amount === 0) return;
    const day = utcDateOf(context.clock.now());
    const fact = { kind: 'recognized_seconds', memberId, subject: `${subject}#beyond`, day, amount } as const;
    await countUsage(context)({ workspaceId, facts: [fact], files: [] });
  };
