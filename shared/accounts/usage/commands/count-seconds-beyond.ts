import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import { secondsBeyond, type UsageFact } from '#shared/accounts/usage/rules/usage';
import { isCounted } from '#shared/accounts/usage/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { utcDateOf } from '#shared/foundation/core/time';

/** Speech that an engine has recognized. */
interface HeardSpeech extends Pick<UsageFact, 'memberId' | 'subject'> {
  readonly workspaceId: WorkspaceId;
  /** Before the engine was asked, by the length that the file says. */
  readonly countedSeconds: number;
  /** All that was heard so far. */
  readonly heardSeconds: number;
  /** Whether the engine has ended, and hears no more of it. */
  readonly isEnd: boolean;
}

/** A piece of a file. What was heard beyond is counted by so many seconds while the engine is at work, and the rest at its end. */
const PART_SECONDS = 300;

/** Facts of one transaction. */
const FACTS_AT_ONCE = 40;

/**
 * Counts what an engine heard beyond the length of the file, each part once, as soon as it is known: the table of a file can
 * say anything. The limit may be exceeded by this one file, and then refuses the next.
 */
export const countSecondsBeyond =
  (context: CommandContext) =>
  async ({ workspaceId, memberId, subject, countedSeconds, heardSeconds, isEnd }: HeardSpeech): Promise<void> => {
    const beyond = secondsBeyond(countedSeconds, heardSeconds);
    const whole = Math.floor(beyond / PART_SECONDS);
    const rest = beyond - whole * PART_SECONDS;
    const of = { kind: 'recognized_seconds', memberId, day: utcDateOf(context.clock.now()) } as const;
    const parts = Array.from({ length: whole }, (_, nth) => ({
      ...of,
      subject: `${subject}#beyond#${nth}`,
      amount: PART_SECONDS,
    }));
    const facts: readonly UsageFact[] = [
      ...parts.slice(await countedOf(context.table, parts)),
      ...(isEnd && rest > 0 ? [{ ...of, subject: `${subject}#beyond`, amount: rest }] : []),
    ];
    for (let from = 0; from < facts.length; from += FACTS_AT_ONCE)
      await countUsage(context)({ workspaceId, facts: facts.slice(from, from + FACTS_AT_ONCE), files: [] });
  };

/** How many of the parts are counted. They are counted in their order, so that a few reads find the last one. */
async function countedOf(table: Table, parts: readonly UsageFact[]): Promise<number> {
  let counted = 0;
  let end = parts.length;
  while (counted < end) {
    const middle = Math.floor((counted + end) / 2);
    const part = parts[middle];
    if (part && (await isCounted(table, part))) counted = middle + 1;
    else end = middle;
  }
  return counted;
}
