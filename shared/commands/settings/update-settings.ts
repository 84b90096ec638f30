import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import {
  type MeetingRead,
  type Reached,
  type ReachNeeds,
  reach,
  readMeeting,
} from '#shared/commands/settings/reach-meeting';
import type { MeetingId } from '#shared/domain/ids';
import { notFound } from '#shared/domain/refusal';
import { isSame } from '#shared/domain/same';
import { type ValuesChange, valuesAfter } from '#shared/domain/settings/change-values';
import type { Settings } from '#shared/domain/settings/settings';
import type { Instant } from '#shared/domain/time';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { SettingsStore } from '#shared/ports/stores';

interface Needs extends ReachNeeds {
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Settings with the meetings that they are assigned to. */
export interface SettingsRead {
  readonly settings: Loaded<Settings>;
  readonly meetings: readonly MeetingRead[];
}

/** Each meeting is at most a dozen rows and 400 KB; a transaction holds 100 rows and 4 MB. */
const MEETINGS_AT_ONCE = 8;

export async function readMeetingsOf(needs: ReachNeeds, settings: Settings): Promise<readonly MeetingRead[]> {
  const ids = settings.assignments.flatMap(({ scope: { owner } }) => (owner.type === 'meeting' ? [owner.id] : []));
  const read = await Promise.all([...new Set(ids)].map((id) => readMeeting(needs, id)));
  return read.flatMap((meeting) => meeting ?? []);
}

/** Writes the choices that were sent and no other. Meetings that the settings are assigned to follow with them. */
export const updateSettings =
  (needs: Needs) =>
  async (workspace: Workspace, read: SettingsRead, change: ValuesChange): Promise<Settings> => {
    const { settings, behind } = await againAfterLostRace(needs.patience, async (round) =>
      updateOnce(needs, workspace, round === 0 ? read : await readAgain(needs, read), change),
    );
    await followLater(needs, workspace, settings, behind);
    return settings;
  };

async function updateOnce(
  needs: Needs,
  workspace: Workspace,
  { settings: before, meetings }: SettingsRead,
  change: ValuesChange,
): Promise<{ readonly settings: Settings; readonly behind: readonly MeetingRead[] }> {
  const { state } = before;
  const scopes = state.assignments.map(({ scope }) => scope);
  const values = valuesAfter(state.values, change, scopes);
  if (isSame(values, state.values)) return { settings: state, behind: [] };

  const now = needs.clock.now();
  const settings = { ...state, values, updatedAt: now };
  const reached = reachAll(needs, workspace, settings, meetings.slice(0, MEETINGS_AT_ONCE), now);
  await needs.changes.save({ at: now, settings: [{ before, after: settings }], ...reached });
  return { settings, behind: meetings.slice(MEETINGS_AT_ONCE) };
}

async function readAgain(needs: Needs, read: SettingsRead): Promise<SettingsRead> {
  const settings = await needs.settings.find(read.settings.state.id);
  if (!settings) throw notFound('settings');
  return { settings, meetings: await readMeetingsOf(needs, settings.state) };
}

/** More meetings than one transaction holds follow one by one, each with the newest of the settings. */
async function followLater(
  needs: Needs,
  workspace: Workspace,
  saved: Settings,
  meetings: readonly MeetingRead[],
): Promise<void> {
  for (const seen of meetings)
    await againAfterLostRace(needs.patience, async (round) => {
      const id: MeetingId = seen.meeting.state.id;
      const read = round === 0 ? seen : await readMeeting(needs, id);
      const settings = round === 0 ? saved : (await needs.settings.find(saved.id))?.state;
      if (!read || !settings) return;
      const now = needs.clock.now();
      await needs.changes.save({ at: now, ...reachAll(needs, workspace, settings, [read], now) });
    });
}

function reachAll(
  needs: Needs,
  workspace: Workspace,
  settings: Settings,
  meetings: readonly MeetingRead[],
  now: Instant,
) {
  const reached = meetings.map((read) => {
    const { layers } = read.meeting.state.settings;
    const own = layers.own.map((layer) =>
      layer.settingsId === settings.id ? { ...layer, values: settings.values } : layer,
    );
    const facts = { homeDomains: workspace.emailDomains, newBotId: needs.ids.make('bot'), now };
    return reach(read, { ...layers, own }, facts);
  });
  return { ...together(reached), audience: workspace.endpoints };
}

const together = (reached: readonly Reached[]): Reached => ({
  meetings: reached.flatMap(({ meetings }) => meetings),
  bots: reached.flatMap(({ bots }) => bots),
  occurrences: reached.flatMap(({ occurrences }) => occurrences),
  events: reached.flatMap(({ events }) => events),
  jobs: reached.flatMap(({ jobs }) => jobs),
});
