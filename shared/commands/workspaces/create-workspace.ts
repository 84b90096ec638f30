import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { UserId } from '#shared/domain/ids';
import type { MetadataChange } from '#shared/domain/metadata';
import { metadataAfter } from '#shared/domain/metadata-after';
import { dayOf, refuseOneTooMany } from '#shared/domain/workspaces/creation-limit';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { WorkspaceStore } from '#shared/ports/stores';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  /** A new nine-digit id; whether it is taken shows when it is saved. */
  readonly newNumber: () => number;
  readonly clock: Clock;
  readonly patience: Patience;
}

export interface SentWorkspace {
  readonly name: string;
  readonly email_domains: readonly string[];
  readonly metadata?: MetadataChange | undefined;
}

/** Makes a workspace with its owner, and counts it for the day in the same transaction. */
export const createWorkspace =
  ({ workspaces, changes, ids, newNumber, clock, patience }: Needs) =>
  (
    owner: { readonly id: UserId; readonly email: string },
    sent: SentWorkspace,
    madeToday: number,
  ): Promise<Workspace> =>
    againAfterLostRace(patience, async (round) => {
      const at = clock.now();
      const day = dayOf(at);
      refuseOneTooMany(round === 0 ? madeToday : await workspaces.madeOn(owner.id, day), at);
      const workspace: Workspace = {
        id: ids.make('wks'),
        number: newNumber(),
        name: sent.name,
        ownerId: owner.id,
        ownerEmail: owner.email,
        emailDomains: sent.email_domains,
        metadata: sent.metadata ? metadataAfter({}, sent.metadata) : {},
        archivedAt: null,
        createdAt: at,
        updatedAt: at,
        choices: [],
        endpoints: [],
      };
      await changes.save({
        at,
        workspaces: [{ before: undefined, after: workspace }],
        memberships: [{ userId: owner.id, workspaceId: workspace.id, role: 'owner', createdAt: at }],
        workspacesMade: [{ userId: owner.id, day }],
      });
      return workspace;
    });
