import { unknownMember } from '#shared/accounts/members/rules/member';
import { memberIdsByEmail } from '#shared/accounts/members/store';
import { refuseBeyondLimits } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import { hasNoRoom } from '#shared/accounts/usage/used-up-store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { type Candidates, loadCandidates } from '#shared/capture/bots/commands/load-candidates';
import { extendedOverride } from '#shared/capture/bots/commands/override-meeting';
import { queuedBotWrites } from '#shared/capture/bots/commands/update-queued-bots';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { notFound, Refusal } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { SharedUse } from '#shared/foundation/core/uses';
import { type BotRequest, followsKit, settingsFrom } from '#shared/meetings/bots/rules/bot-request';
import { meetingForBot, meetingToJoin, withBotMember } from '#shared/meetings/bots/rules/meeting-for-bot';
import { isDueSoon } from '#shared/meetings/bots/rules/plan-automatic-bot';
import { placeOf, placeUse, timeIsFull } from '#shared/meetings/bots/rules/planned-places';
import { requestedBot } from '#shared/meetings/bots/rules/requested-bot';
import {
  inSameCall,
  refuseCrowdedCall,
  refuseSecondBot,
  refuseWithoutRoom,
} from '#shared/meetings/bots/rules/room-for-bot';
import { bots } from '#shared/meetings/bots/store';
import { identityBy } from '#shared/meetings/brand-kits/commands/usable-kit';
import { DEFAULT_IDENTITY } from '#shared/meetings/brand-kits/rules/brand-kit';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { withoutErased } from '#shared/meetings/erasures/rules/strip';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { meetings, takeCall } from '#shared/meetings/meetings/store';
import { loadLayers } from '#shared/meetings/settings/commands/load-layers';
import { type MeetingOverride, overrideLayer } from '#shared/meetings/settings/rules/own-settings';
import type { SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';
import { settings, settingsWrites } from '#shared/meetings/settings/store';

/** Sends a bot by hand. It joins the meeting that has its link at that time; if there is none, one is created. */
export const sendBot = command(async (context: ErasureContext, workspaceId: WorkspaceId, whole: BotRequest) => {
  const { request, ...loaded } = await load(context, workspaceId, whole);
  const { workspace, candidates } = loaded;
  const now = context.clock.now();
  await refuseBeyondLimits(context, workspace, request.joinAt ?? now);
  const before = meetingAmong(loaded.meetings, request);
  refuseCrowdedCall(candidates.isCrowded, request);
  if (before) {
    const meetingsThere = loaded.meetings.map(({ state }) => state);
    refuseSecondBot(inSameCall(meetingsThere, before.state), request);
    refuseWithoutRoom(before.state, request);
  }

  const { meeting, override } = await meetingFor(context, request, { ...loaded, before, now });
  const [identity, others] = await Promise.all([
    followsKit(request) ? identityBy(context.table, meeting.settings.values) : DEFAULT_IDENTITY,
    queuedBotWrites(context.table, meeting, { now }),
  ]);
  const bot = requestedBot(request, {
    id: context.ids.make('bot'),
    meeting,
    settingsId: override.settingsId,
    identity,
  });
  const { state: after, events } = withEvents(before?.state, { ...recordBot(meeting, bot), updatedAt: now }, now);
  const place = placeUse(placeOf(context.useOf, workspace, bot));
  try {
    await context.changes.save({
      at: now,
      writes: [
        meetings.put(before, after),
        bots.put(undefined, bot),
        ...others,
        takeCall(candidates.place, candidates.atCall.slots),
        ...settingsWrites(override),
      ],
      events,
      jobs: isDueSoon(bot, now) ? [{ type: 'bot.due', botId: bot.id }] : [],
      limits: [context.useOf('bots', workspaceId, now), place],
      subscriptions: workspace.endpoints,
      result: bot,
    });
  } catch (error) {
    throw (await isTimeFull(context.table, place, error)) ? timeIsFull() : error;
  }
  return bot;
});

/** Whether a request was refused for its place: another time may have room, which is no 429 of a limit. */
const isTimeFull = async (table: Table, { further }: SharedUse, error: unknown): Promise<boolean> =>
  error instanceof Refusal && (await hasNoRoom(table, further));

interface LoadedRequest {
  /** Without participants who were erased. */
  readonly request: BotRequest;
  readonly workspace: Workspace;
  readonly candidates: Candidates;
  readonly meetings: readonly Loaded<Meeting>[];
  /** Members among the participants, by email. */
  readonly memberIds: ReadonlyMap<string, MemberId>;
  readonly workspaceLayers: readonly SettingsLayer[];
  readonly memberLayers: readonly SettingsLayer[];
}

/** Two round trips: what the request names, then what that names. */
async function load(context: ErasureContext, workspaceId: WorkspaceId, whole: BotRequest): Promise<LoadedRequest> {
  const { table } = context;
  const [workspace, candidates] = await Promise.all([
    workspaces.find(table, workspaceId),
    loadCandidates(context, workspaceId, whole),
  ]);
  if (!workspace) throw notFound('workspace');
  const isErased = await findErasedPeople(context, workspace.state, whole.participants ?? []);
  const request = { ...whole, participants: whole.participants && withoutErased(whole.participants, isErased) };
  const { member, atCall } = candidates;
  if (request.memberId !== undefined && member?.state.workspaceId !== workspaceId) throw unknownMember();
  const emails = new Set((request.participants ?? []).flatMap(({ email }) => email ?? []));
  const [found, memberIds, workspaceLayers, memberLayers] = await Promise.all([
    Promise.all(atCall.meetings.map(({ meetingId }) => meetings.find(table, meetingId))),
    memberIdsByEmail(table, workspaceId, [...emails]),
    loadLayers(table, workspace.state.choices),
    loadLayers(table, member?.state.choices ?? []),
  ]);
  return {
    request,
    workspace: workspace.state,
    candidates,
    meetings: found.flatMap((meeting) => meeting ?? []),
    memberIds,
    workspaceLayers,
    memberLayers,
  };
}

function meetingAmong(loaded: readonly Loaded<Meeting>[], request: BotRequest): Loaded<Meeting> | undefined {
  const joined = meetingToJoin(
    loaded.map(({ state }) => state),
    request.joinAt ?? request.requestedAt,
  );
  return loaded.find(({ state }) => state === joined);
}

interface Joining extends Omit<LoadedRequest, 'request'> {
  readonly before: Loaded<Meeting> | undefined;
  readonly now: Instant;
}

/** The meeting that the bot joins, with its effective settings: a request turns recording on and overrides what it names. */
async function meetingFor(
  { table, ids }: CommandContext,
  request: BotRequest,
  { before, workspace, memberIds, workspaceLayers, memberLayers, now }: Joining,
): Promise<{ readonly meeting: Meeting; readonly override: MeetingOverride }> {
  const joined =
    before?.state ?? meetingForBot(request, { id: ids.make('mtg'), workspaceId: workspace.id, memberIds, now });
  const meeting = withBotMember(joined, request.memberId);
  const layer = overrideLayer(meeting);
  const override = extendedOverride({ ids }, meeting, layer && (await settings.find(table, layer.settingsId)), {
    values: { 'recording.enabled': true, ...settingsFrom(request.choices) },
    now,
  });
  const { members } = meeting.settings.layers;
  const layers = {
    ...override.layers,
    workspace: workspaceLayers,
    members: request.memberId === undefined ? members : { ...members, [request.memberId]: memberLayers },
  };
  const facts = {
    homeDomains: workspace.emailDomains,
    monthsWithoutBots: monthsWithoutBots(workspace),
    now,
    isNew: before === undefined,
  };
  const resolved = resolveMeetingSettings(meeting, layers, facts);
  return { meeting: { ...resolved, settings: { ...resolved.settings, layers } }, override };
}
