import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import {
  addDownloads,
  downloadUses,
  isPartCounted,
  type LogPart,
  putCountedPart,
  WORKSPACES_AT_ONCE,
} from '#shared/texts/downloads/downloads-store';
import type { AccessLogFile, AccessLogs } from '#shared/texts/downloads/ports';
import { type Download, readAccessLogLine } from '#shared/texts/downloads/rules/access-log-line';
import { deliveredAt } from '#shared/texts/downloads/rules/delivered-at';

interface Counting extends CommandContext {
  readonly accessLogs: AccessLogs;
}

/** What a log has, in lines and workspaces. */
interface CountedLog {
  readonly lines: number;
  readonly broken: number;
  readonly workspaces: number;
}

/**
 * Counts what one log says that links were used for, once, however often its message comes. It counts on the day on which S3
 * delivered it, and not on that of its requests: a day that is over refuses nothing more.
 */
export const countDownloads =
  (context: Counting) =>
  async (file: AccessLogFile): Promise<CountedLog> => {
    const { sums, ...read } = await readLog(context.accessLogs, file);
    const at = deliveredAt(file.key) ?? context.clock.now();
    // In the same parts each time: the lines of a log do not change.
    const ordered = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
    for (let part = 0; part * WORKSPACES_AT_ONCE < ordered.length; part += 1) {
      const downloads = ordered
        .slice(part * WORKSPACES_AT_ONCE, (part + 1) * WORKSPACES_AT_ONCE)
        .map(([workspaceId, bytes]) => ({ workspaceId, bytes }));
      await countPart(context)({ key: file.key, part }, downloads, at);
    }
    return { ...read, workspaces: sums.size };
  };

async function readLog(accessLogs: AccessLogs, file: AccessLogFile) {
  const sums = new Map<WorkspaceId, number>();
  let lines = 0;
  let broken = 0;
  for await (const line of accessLogs.lines(file)) {
    lines += 1;
    const read = readAccessLogLine(line);
    if (read === 'broken') broken += 1;
    else if (read !== 'uncounted') sums.set(read.workspaceId, (sums.get(read.workspaceId) ?? 0) + read.bytes);
  }
  return { sums, lines, broken };
}

/** Of two workers with the same part, the later finds it counted. */
const countPart = command(
  async (
    { table, useOf, clock, changes },
    one: LogPart,
    downloads: readonly Download[],
    at: Instant,
  ): Promise<void> => {
    const [isCounted, founders] = await Promise.all([
      isPartCounted(table, one),
      Promise.all(downloads.map(({ workspaceId }) => workspaces.find(table, workspaceId))),
    ]);
    if (isCounted) return;
    const uses = downloads.flatMap(({ workspaceId, bytes }, nth) => {
      const workspace = founders[nth]?.state;
      return downloadUses(useOf, { workspaceId, founderId: workspace && founderOf(workspace) }, at, bytes);
    });
    const now = clock.now();
    await changes.save({ at: now, writes: [[putCountedPart(one, now)], addDownloads(uses)] });
  },
);
