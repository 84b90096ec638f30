import { mailRecordsAbout } from '#shared/accounts/mail/mail-records-store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { mediaRemovedJobs } from '#shared/lifecycle/usage/rules/facts-of';
import { RECORDING_PARTS, removedRecording } from '#shared/meetings/bots/rules/remove-recording';
import { bots } from '#shared/meetings/bots/store';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { calendarEvents, removeOccurrence, singleRowOf } from '#shared/meetings/calendar-events/store';
import { type DeletedMeeting, nextDeletion, requireDeletable } from '#shared/meetings/meetings/rules/delete-meeting';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { removeResults } from '#shared/meetings/meetings/rules/remove-results';
import { meetings } from '#shared/meetings/meetings/store';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { removeAssignment, settings } from '#shared/meetings/settings/store';
import { conversations } from '#shared/texts/conversations/store';

/** What one step of the deletion of a meeting takes with it: one round trip. */
export async function loadDeletion(table: Table, meeting: Meeting, now: Instant) {
  const { conversationId, calendarEvent } = meeting;
  const step = nextDeletion(meeting, now);
  const settingsIds = [...new Set(meeting.settings.layers.own.map(({ settingsId }) => settingsId))];
  const [events, recorded, own, conversation, single] = await Promise.all([
    Promise.all(step.eventIds.map((id) => calendarEvents.find(table, id))),
    Promise.all(step.botIds.map((id) => bots.find(table, id))),
    Promise.all(settingsIds.map((id) => settings.find(table, id))),
    conversationId && conversations.find(table, conversationId),
    calendarEvent ? singleRowOf(table, calendarEvent) : undefined,
  ]);
  return {
    step,
    events: events.flatMap((event) => event ?? []),
    bots: recorded.flatMap((bot) => bot ?? []),
    own: own.flatMap((one) => one ?? []),
    conversation: conversation || undefined,
    single,
  };
}

type Loading = Awaited<ReturnType<typeof loadDeletion>>;

/**
 * Deletes a meeting with its bots, calendar events, results and own settings, and answers it as it was; files and the
 * recorders' copies follow in jobs. One with many calendar events or bots takes several transactions, and repeating an
 * interrupted deletion goes on with it. 409 as `requireDeletable` says.
 */
export const deleteMeeting =
  (context: CommandContext) =>
  async (workspace: Workspace, id: MeetingId): Promise<Meeting> => {
    const first = await deleteStep(context)(workspace, id);
    for (let { left } = first; left; ) ({ left } = await deleteStep(context)(workspace, id));
    return first.deleted;
  };

const deleteStep = command(async (context, workspace: Workspace, id: MeetingId): Promise<Deleted> => {
  const before = await meetings.find(context.table, id);
  if (!before) throw notFound(meetings.noun);
  const at = context.clock.now();
  requireDeletable(before.state, at);
  return deleteSome(context, workspace, before, [context.useOf('meeting_changes', workspace.id, at)]);
});

/** Deletes a meeting whose retention is over, as long as each transaction finds it so. */
export const deleteExpired =
  (context: CommandContext) =>
  async (workspace: Workspace, id: MeetingId, isExpired: (meeting: Meeting) => boolean): Promise<void> => {
    while ((await deleteExpiredStep(context)(workspace, id, isExpired))?.left);
  };

const deleteExpiredStep = command(
  async (context, workspace: Workspace, id: MeetingId, isExpired: (meeting: Meeting) => boolean) => {
    const before = await meetings.find(context.table, id);
    return before && isExpired(before.state) ? deleteSome(context, workspace, before, []) : undefined;
  },
);

interface Deleted {
  readonly deleted: Meeting;
  readonly left: Meeting | undefined;
}

async function deleteSome(
  { table, clock, changes }: CommandContext,
  workspace: Workspace,
  before: Loaded<Meeting>,
  limits: readonly Use[],
): Promise<Deleted> {
  const at = clock.now();
  const loaded = await loadDeletion(table, before.state, at);
  const { left } = loaded.step;
  await changes.save({
    at,
    writes: [
      ...loaded.events.map((event) => calendarEvents.remove(event)),
      ...loaded.bots.map((bot) => bots.remove(bot)),
      ...(left ? [meetings.put(before, left)] : [meetings.remove(before), ...lastWrites(before.state, loaded, at)]),
    ],
    events: left ? [] : lastEvents(before.state, loaded, at),
    jobs: [
      ...jobsOf(before.state, loaded),
      ...mediaRemovedJobs(
        workspace.id,
        loaded.bots.map(({ state }) => state),
        at,
      ),
    ],
    limits,
    subscriptions: workspace.endpoints,
    result: before.state,
  });
  return { deleted: before.state, left };
}

/** What only the meeting leads to: how its occurrence is found, its conversation and its own settings. */
const lastWrites = (
  { calendarEvent, settings: { layers } }: Meeting,
  { conversation, own, single }: Loading,
  at: Instant,
): readonly (readonly Write[])[] => [
  occurrenceOf(calendarEvent, single),
  conversation ? conversations.remove(conversation) : [],
  ...own.map((one) => withoutAssignments(one, layers.own, at)),
  layers.own.map(({ assignmentId }) => removeAssignment(assignmentId)),
];

const occurrenceOf = (event: CalendarEvent | null, single: Loading['single']): readonly Write[] =>
  event ? removeOccurrence(event, single) : [];

/** Settings that are assigned to nothing else go with the meeting. */
function withoutAssignments(
  before: Loaded<Settings>,
  gone: Meeting['settings']['layers']['own'],
  at: Instant,
): readonly Write[] {
  const rest = before.state.assignments.filter(({ id }) => !gone.some(({ assignmentId }) => assignmentId === id));
  if (rest.length === 0) return settings.remove(before);
  return settings.put(before, { ...before.state, assignments: rest, updatedAt: at });
}

/** The last event of a meeting shows it without results. */
const lastEvents = (meeting: Meeting, { bots: recorded }: Loading, at: Instant) => {
  const states = recorded.map(({ state }) => state);
  return withEvents(meeting, removeResults(meeting, states, RECORDING_PARTS, at).meeting, at).events;
};

function jobsOf(
  { id: meetingId, workspaceId }: Meeting,
  { step, bots: recorded, conversation }: Loading,
): readonly Job[] {
  const recordings = recorded.map(({ state }) => removedRecording(state));
  const jobs: Job[] = [];
  if (recordings.length > 0)
    jobs.push({ type: 'job.recordings_removal', content: { workspaceId, parts: RECORDING_PARTS, recordings } });
  if (!step.left) jobs.push({ type: 'job.meeting_deletion', content: { meetingId } });
  if (!step.left && conversation)
    jobs.push({ type: 'job.conversation_deletion', content: { workspaceId, conversationId: conversation.state.id } });
  return jobs;
}

/** Deletes the rows that are left of a meeting that was deleted: records of its mails. */
export const clearMeeting =
  ({ table }: Pick<CommandContext, 'table'>) =>
  async ({ meetingId }: DeletedMeeting): Promise<undefined> => {
    for (const { pk, sk } of await mailRecordsAbout(table, meetingId)) await table.write({ remove: { pk, sk } });
  };
