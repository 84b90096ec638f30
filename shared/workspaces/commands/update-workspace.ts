import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import { unauthorized } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** What is absent stays as it is. */
export interface WorkspaceChange {
  readonly name?: string | undefined;
  readonly email_domains?: readonly string[] | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** Changes a workspace; what changes nothing moves nothing. Meetings follow new domains in the background. */
export const updateWorkspace =
  ({ workspaces, changes, clock, backoff }: Needs) =>
  (read: Loaded<Workspace>, change: WorkspaceChange): Promise<Workspace> =>
    withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await workspaces.find(read.state.id);
      if (!before || before.state.archivedAt !== null) throw unauthorized();
      const changed = workspaceAfter(before.state, change);
      if (isSame(changed, before.state)) return before.state;
      const at = clock.now();
      const after = { ...changed, updatedAt: at };
      const jobs = isSame(after.emailDomains, before.state.emailDomains) ? [] : [propagateToWorkspace(after.id)];
      await changes.save({ at, workspaces: [{ before, after }], jobs });
      return after;
    });

const workspaceAfter = (workspace: Workspace, { name, email_domains, metadata }: WorkspaceChange): Workspace => ({
  ...workspace,
  name: name ?? workspace.name,
  emailDomains: email_domains ?? workspace.emailDomains,
  metadata: metadata ? metadataAfter(workspace.metadata, metadata) : workspace.metadata,
});
