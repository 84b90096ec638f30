import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { MemberStore, SettingsStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';
import { findGeneralSettings } from '#shared/settings/commands/general-settings';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';
import { type PolicyWrite, writePolicy } from '#shared/settings/rules/write-policy';
import type { AssignedSettings, Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly members: MemberStore;
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

export interface PolicyRead {
  readonly workspace: Loaded<Workspace>;
  /** Undefined for the workspace's own policy. */
  readonly member: Loaded<Member> | undefined;
  /** The settings behind the general choice. */
  readonly own: Loaded<Settings> | undefined;
}

/** Writes a scope's own settings, and answers them with its choices; what changes nothing makes nothing. */
export const updatePolicy =
  (needs: Needs) =>
  (seen: PolicyRead, change: Pick<PolicyWrite, 'values' | 'dropped'>): Promise<UpdatedPolicy> =>
    withRetry(needs, async (round) => {
      const read = round === 0 ? seen : await readAgain(needs, seen);
      const { workspace, member, own } = read;
      const owner = member
        ? ({ type: 'member', id: member.state.id } as const)
        : ({ type: 'workspace', id: workspace.state.id } as const);
      const { choices } = (member ?? workspace).state;
      const at = needs.clock.now();
      const fresh = { settingsId: needs.ids.make('set'), assignmentId: needs.ids.make('asg'), now: at };
      const written = writePolicy({ workspaceId: workspace.state.id, choices, own }, { owner, ...change }, fresh);
      if (saysTheSame(own?.state, written.own)) return { choices, own: own?.state };

      const { own: after, choices: chosen, ...rows } = written;
      const jobs = propagateToScopes(workspace.state.id, [{ owner }]);
      await needs.changes.save({ at, ...rows, ...remembered(read, chosen), jobs });
      return { choices: chosen, own: after };
    });

export interface UpdatedPolicy {
  readonly choices: readonly AssignedSettings[];
  readonly own: Settings | undefined;
}

async function readAgain(needs: Needs, seen: PolicyRead): Promise<PolicyRead> {
  const [workspace, member] = await Promise.all([
    needs.workspaces.find(seen.workspace.state.id),
    seen.member && needs.members.find(seen.member.state.id),
  ]);
  if (!workspace || (seen.member && !member)) throw notFound('policy');
  return { workspace, member, own: await findGeneralSettings(needs.settings, (member ?? workspace).state.choices) };
}

const saysTheSame = (before: Settings | undefined, after: Settings): boolean =>
  isSame(before?.values ?? {}, after.values) && isSame(before?.dropped ?? {}, after.dropped ?? {});

/** Who remembers its choices is saved only where they are others now. */
function remembered({ workspace, member }: PolicyRead, choices: readonly AssignedSettings[]): Partial<Changes> {
  const { state } = member ?? workspace;
  if (state.choices === choices) return {};
  return member
    ? { members: [{ before: member, after: { ...member.state, choices } }] }
    : { workspaces: [{ before: workspace, after: { ...workspace.state, choices } }] };
}
