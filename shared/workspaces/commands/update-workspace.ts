import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Patience } from '#shared/core/patience';
import { unauthorized } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { everyMeetingFollows } from '#shared/settings/rules/reach';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** What is absent stays as it is. */
export interface WorkspaceChange {
  readonly name?: string | undefined;
  readonly email_domains?: readonly string[] | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** Changes a workspace; what changes nothing moves nothing. Meetings follow new domains in the background. */
export const updateWorkspace =
  ({ workspaces, changes, clock, patience }: Needs) =>
  (read: Loaded<Workspace>, change: WorkspaceChange): Promise<Workspace> =>
    againAfterLostRace(patience, async (round) => {
      const before = round === 0 ? read : await workspaces.find(read.state.id);
      if (!before || before.state.archivedAt !== null) throw unauthorized();
      const changed = workspaceAfter(before.state, change);
      if (isSame(changed, before.state)) return before.state;
      const at = clock.now();
      const after = { ...changed, updatedAt: at };
      const jobs = isSame(after.emailDomains, before.state.emailDomains) ? [] : [everyMeetingFollows(after.id)];
      await changes.save({ at, workspaces: [{ before, after }], jobs });
      return after;
    });

const workspaceAfter = (workspace: Workspace, { name, email_domains, metadata }: WorkspaceChange): Workspace => ({
  ...workspace,
  name: name ?? workspace.name,
  emailDomains: email_domains ?? workspace.emailDomains,
  metadata: metadata ? metadataAfter(workspace.metadata, metadata) : workspace.metadata,
});
