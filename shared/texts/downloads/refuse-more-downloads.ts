import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { firstUses } from '#shared/foundation/core/limits';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { limitReached, type Use } from '#shared/foundation/core/uses';
import { downloadedOf, downloadUses } from '#shared/texts/downloads/downloads-store';
import type { RefuseMoreDownloads } from '#shared/texts/downloads/ports';

/** How long a process caches what a workspace downloaded: S3 tells of it within hours. */
const CACHED_MS = MINUTE_MS;

/** Of these the oldest are dropped: a process that serves so many in a minute reads them again. */
const MOST_CACHED = 1_000;

interface Answer {
  readonly until: Instant;
  readonly usedUp: Promise<Use | undefined>;
}

/** One for each process. Reads what a workspace downloaded once a minute; requests that come meanwhile wait for the same read. */
export function refuseMoreDownloads({
  table,
  clock,
  useOf,
}: Pick<CommandContext, 'table' | 'clock' | 'useOf'>): RefuseMoreDownloads {
  const answers = new Map<WorkspaceId, Answer>();

  const read = (workspaceId: WorkspaceId, now: Instant): Answer => {
    const usedUp = usedUpOf({ table, useOf }, workspaceId, now);
    usedUp.catch(() => answers.delete(workspaceId));
    // A day begins without downloads.
    const { windowEndsAt } = useOf('downloaded_bytes', workspaceId, now);
    return { usedUp, until: Math.min(later(now, CACHED_MS), windowEndsAt) as Instant };
  };

  return async (workspaceId) => {
    const now = clock.now();
    const known = answers.get(workspaceId);
    const answer = known && now < known.until ? known : read(workspaceId, now);
    answers.delete(workspaceId);
    answers.set(workspaceId, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= MOST_CACHED) break;
      answers.delete(oldest);
    }
    const use = await answer.usedUp;
    if (use) throw limitReached(use, now);
  };
}

/**
 * The limit that is used up; that of the workspace, where both are. What other workspaces of its founder used up refuses
 * nothing of what a workspace has first.
 */
async function usedUpOf(
  { table, useOf }: Pick<CommandContext, 'table' | 'useOf'>,
  workspaceId: WorkspaceId,
  now: Instant,
): Promise<Use | undefined> {
  const founderId = await founderOfWorkspace(table, workspaceId);
  const downloaded = await downloadedOf(table, downloadUses(useOf, { workspaceId, founderId }, now));
  const [own] = downloaded;
  const isFirst = own !== undefined && own.used < firstUses('downloaded_bytes', own.most);
  return isFirst ? undefined : downloaded.find(({ used, most }) => used >= most);
}

async function founderOfWorkspace(table: Table, id: WorkspaceId): Promise<UserId | undefined> {
  const workspace = await workspaces.find(table, id);
  return workspace && founderOf(workspace.state);
}
