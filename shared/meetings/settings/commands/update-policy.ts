import type { Member } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import type { AssignedSettings, Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded, Saved } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { kitLinkWrites } from '#shared/meetings/brand-kits/commands/kit-link-writes';
import { loadAssigned } from '#shared/meetings/settings/commands/load-layers';
import { generalAssignment } from '#shared/meetings/settings/rules/own-settings';
import { type Policy, type PolicyChange, policyOf, writePolicy } from '#shared/meetings/settings/rules/policy';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { settings, settingsWrites } from '#shared/meetings/settings/store';

interface PolicyOwner {
  readonly workspaceId: WorkspaceId;
  /** Undefined for the workspace's own policy. */
  readonly memberId: MemberId | undefined;
}

/** Writes the general settings of a workspace or a member; returns the policy that results. */
export const updatePolicy = command(
  async (context, { workspaceId, memberId }: PolicyOwner, change: PolicyChange): Promise<Policy> => {
    const { table, ids } = context;
    const loaded = await loadOwner(table, workspaceId, memberId);
    const { choices } = (loaded.member ?? loaded.workspace).state;
    const [assigned, stored] = await Promise.all([loadAssigned(table, choices), loadGeneral(table, choices)]);

    const owner = memberId
      ? ({ type: 'member', id: memberId } as const)
      : ({ type: 'workspace', id: workspaceId } as const);
    const now = context.clock.now();
    const fresh = { settingsId: ids.make('set'), assignmentId: ids.make('asg'), now };
    const written = writePolicy({ workspaceId, owner, choices, stored }, change, fresh);
    const after = withChoices(loaded, written?.choices ?? choices);
    const kits = await kitLinkWrites(context, workspaceId, (written?.settings ?? []).map(statesOf), now);
    const saving = written && {
      at: now,
      writes: [...settingsWrites(written), ...kits.writes, ...ownerWrites(loaded, after)],
      jobs: [...propagateToScopes(workspaceId, [{ owner }]), ...kits.jobs],
      audited: { before: stored ? { ...stored.state.values } : null, after: { ...written.own.values } },
    };
    // The workspace's settings, which a member's policy shows too, are read in the round trip of the save.
    const [ofWorkspace] = await Promise.all([
      memberId ? loadAssigned(table, loaded.workspace.state.choices) : [],
      saving && context.changes.save(saving),
    ]);
    const scope = { workspace: after.workspace.state, member: after.member?.state };
    return policyOf(scope, [...(written ? [written.own] : []), ...assigned, ...ofWorkspace]);
  },
);

const statesOf = ({ before, after }: Saved<Settings>) => ({ before: before?.state, after });

interface LoadedOwner {
  readonly workspace: Loaded<Workspace>;
  readonly member: Loaded<Member> | undefined;
}

async function loadOwner(table: Table, workspaceId: WorkspaceId, memberId: MemberId | undefined): Promise<LoadedOwner> {
  const [workspace, member] = await Promise.all([
    workspaces.find(table, workspaceId),
    memberId && members.find(table, memberId),
  ]);
  if (!workspace || (memberId && !member)) throw notFound('policy');
  return { workspace, member: member || undefined };
}

async function loadGeneral(table: Table, choices: readonly AssignedSettings[]) {
  const general = generalAssignment(choices);
  return general && settings.find(table, general.settingsId);
}

const withChoices = ({ workspace, member }: LoadedOwner, choices: readonly AssignedSettings[]): LoadedOwner =>
  member
    ? { workspace, member: { ...member, state: { ...member.state, choices } } }
    : { workspace: { ...workspace, state: { ...workspace.state, choices } }, member };

/** Empty where the owner has the assignments that it had. */
function ownerWrites(before: LoadedOwner, after: LoadedOwner): readonly (readonly Write[])[] {
  const { choices } = (before.member ?? before.workspace).state;
  if (isSame(choices, (after.member ?? after.workspace).state.choices)) return [];
  return after.member
    ? [members.put(before.member, after.member.state)]
    : [workspaces.put(before.workspace, after.workspace.state)];
}
