import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { UserId } from '#shared/core/ids';
import type { UseOf } from '#shared/core/limits';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  /** A new nine-digit id; whether it is taken shows when it is saved. */
  readonly newNumber: () => number;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly useOf: UseOf;
}

export interface SentWorkspace {
  readonly name: string;
  readonly email_domains: readonly string[];
  readonly metadata?: MetadataChange | undefined;
}

/** Makes a workspace with its owner, and counts it for the day in the same transaction. */
export const createWorkspace =
  ({ changes, ids, newNumber, clock, patience, useOf }: Needs) =>
  (
    owner: { readonly id: UserId; readonly email: string },
    sent: SentWorkspace,
    keep: Keep<Workspace> = keepNothing,
  ): Promise<Workspace> =>
    againAfterLostRace(patience, async () => {
      const at = clock.now();
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
        uses: [useOf('workspaces', owner.id, at)],
        answer: await keep(workspace),
      });
      return workspace;
    });
