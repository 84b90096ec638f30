import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { reach, readMeeting } from '#shared/commands/settings/reach-meeting';
import type { OwnerNeeds, OwnerRead } from '#shared/commands/settings/scope-owner';
import type { AssignmentId } from '#shared/domain/ids';
import { notFound } from '#shared/domain/refusal';
import type { Settings, SettingsAssignment } from '#shared/domain/settings/settings';
import type { Instant } from '#shared/domain/time';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Changes, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { SettingsStore, WorkspaceStore } from '#shared/ports/stores';

export interface UnassignNeeds extends OwnerNeeds {
  readonly settings: SettingsStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** An assignment with both its ends. */
export interface AssignmentRead {
  readonly assignment: SettingsAssignment;
  readonly settings: Loaded<Settings> | undefined;
  readonly owner: OwnerRead;
}

/** The ends are asked for together, once the assignment is known; a meeting leads on to its bots. */
export async function readAssignment(
  needs: OwnerNeeds & Pick<UnassignNeeds, 'settings'>,
  reading: Promise<Loaded<SettingsAssignment> | undefined>,
): Promise<AssignmentRead | undefined> {
  const assignment = (await reading)?.state;
  if (!assignment) return undefined;
  const [settings, owner] = await Promise.all([needs.settings.find(assignment.settingsId), ownerOf(needs, assignment)]);
  return { assignment, settings, owner };
}

async function ownerOf(needs: OwnerNeeds, { scope: { owner } }: SettingsAssignment): Promise<OwnerRead> {
  if (owner.type === 'workspace') return { type: 'workspace' };
  if (owner.type === 'member') return { type: 'member', member: await needs.members.find(owner.id) };
  return { type: 'meeting', read: await readMeeting(needs, owner.id) };
}

/** Takes settings from a scope: from then on whoever it was for chooses nothing by them, and a meeting follows at once. */
export const unassignSettings =
  (needs: UnassignNeeds) =>
  (workspaceSeen: Loaded<Workspace>, seen: AssignmentRead): Promise<SettingsAssignment> =>
    againAfterLostRace(needs.patience, async (round) => {
      const { id } = seen.assignment;
      const [workspace, read] =
        round === 0
          ? [workspaceSeen, seen]
          : await Promise.all([
              needs.workspaces.find(workspaceSeen.state.id),
              readAssignment(needs, needs.settings.findAssignment(id)),
            ]);
      if (!workspace || !read) throw notFound('setting');
      const now = needs.clock.now();
      await needs.changes.save({
        at: now,
        removedAssignments: [id],
        ...withoutEntry(read, id, now),
        ...withoutChoice(needs, workspace, read.owner, id, now),
      });
      return read.assignment;
    });

const withoutEntry = ({ settings }: AssignmentRead, gone: AssignmentId, now: Instant): Partial<Changes> => {
  if (!settings) return {};
  const assignments = settings.state.assignments.filter(({ id }) => id !== gone);
  return { settings: [{ before: settings, after: { ...settings.state, assignments, updatedAt: now } }] };
};

function withoutChoice(
  { ids }: UnassignNeeds,
  workspace: Loaded<Workspace>,
  owner: OwnerRead,
  gone: AssignmentId,
  now: Instant,
): Partial<Changes> {
  const others = <Of extends { readonly assignmentId: AssignmentId }>(some: readonly Of[]) =>
    some.filter(({ assignmentId }) => assignmentId !== gone);
  if (owner.type === 'workspace') {
    const after = { ...workspace.state, choices: others(workspace.state.choices) };
    return { workspaces: [{ before: workspace, after }] };
  }
  if (owner.type === 'member') {
    const { member: before } = owner;
    return before ? { members: [{ before, after: { ...before.state, choices: others(before.state.choices) } }] } : {};
  }
  if (!owner.read) return {};
  const { layers } = owner.read.meeting.state.settings;
  const { emailDomains: homeDomains, endpoints: audience } = workspace.state;
  const facts = { homeDomains, newBotId: ids.make('bot'), now };
  return { ...reach(owner.read, { ...layers, own: others(layers.own) }, facts), audience };
}
