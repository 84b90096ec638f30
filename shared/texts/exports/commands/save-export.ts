import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import { exportEndedJobs } from '#shared/lifecycle/usage/rules/facts-of';
import { type Export, isUnwritten } from '#shared/texts/exports/rules/export';
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
    jobs: exportEndedJobs(after, at),
    subscriptions: workspace?.state.endpoints ?? [],
  });
}

/** Only a PDF waits; whether it did is not known here. */
const mayHaveWaited = (before: Export, after: Export): boolean =>
  after.format === 'pdf' && isUnwritten(before) && !isUnwritten(after);

function eventsOf(after: Export): readonly DomainEvent[] {
  if (after.state === 'ready') return [{ type: 'export.ready', export: after }];
  return after.state === 'failed' ? [{ type: 'export.failed', export: after }] : [];
}
