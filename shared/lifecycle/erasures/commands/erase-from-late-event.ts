import { workspaces } from '#shared/accounts/workspaces/store';
import { rewriteEvent } from '#shared/foundation/events/event-texts-store';
import { strippedSnapshot } from '#shared/lifecycle/erasures/rules/strip-snapshot';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { LateEvent, Named } from '#shared/meetings/erasures/rules/erasure';

/**
 * Takes everyone who was erased out of one stored event: it had no deliveries yet while the walk of an erasure looked for
 * them. May be repeated.
 */
export const eraseFromLateEvent =
  (context: Pick<ErasureContext, 'table' | 'personHashes'>) =>
  async ({ workspaceId, outboxId }: LateEvent): Promise<void> => {
    const { table } = context;
    const workspace = await workspaces.find(table, workspaceId);
    if (!workspace) return;
    const people: Named[] = [];
    // Only reads: an unchanged event is not written.
    await rewriteEvent(table, outboxId, (resource) => {
      strippedSnapshot(resource, (person) => people.push(person) === 0);
      return resource;
    });
    const isErased = await findErasedPeople(context, workspace.state, people);
    await rewriteEvent(table, outboxId, (resource) => strippedSnapshot(resource, isErased));
  };
