import { removedFilesJobs } from '#shared/accounts/usage/rules/usage';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { type Export, fileBytesOf, isUnwritten } from '#shared/texts/exports/rules/export';
import { exportEntity } from '#shared/texts/exports/store';
import { removeWaiting } from '#shared/texts/exports/waiting-exports-store';

/** Saves the next state of an export, with its event. Throws `LostRace`. */
export async function saveExport(
  { table, changes }: Pick<CommandContext, 'table' | 'changes'>,
  before: Loaded<Export>,
  after: Export,
  at: Instant,
): Promise<void> {
  const events = eventsOf(after);
  const workspace = events.length > 0 ? await workspaces.find(table, after.workspaceId) : undefined;
  await changes.save({
    at,
    writes: [exportEntity.put(before, after), mayHaveWaited(before.state, after) ? [removeWaiting(after)] : []],
    events,
    jobs: removedFilesJobs(after.workspaceId, hasLostFile(after) ? [after] : [], at),
    subscriptions: workspace?.state.endpoints ?? [],
  });
}

/** Only a PDF waits; whether it did is not known here. */
const mayHaveWaited = (before: Export, after: Export): boolean =>
  after.format === 'pdf' && isUnwritten(before) && !isUnwritten(after);

/** An export ends, with its file where one was written. */
const hasLostFile = (after: Export): boolean => after.state === 'expired' && fileBytesOf(after) > 0;

function eventsOf(after: Export): readonly DomainEvent[] {
  if (after.state === 'ready') return [{ type: 'export.ready', export: after }];
  return after.state === 'failed' ? [{ type: 'export.failed', export: after }] : [];
}
