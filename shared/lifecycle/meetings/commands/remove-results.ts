import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { mediaRemovedJobs } from '#shared/lifecycle/usage/rules/facts-of';
import { RECORDING_PARTS, type RecordingPart, removedRecording } from '#shared/meetings/bots/rules/remove-recording';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import {
  botsWithResults,
  removeResults as removed,
  requireRemovable,
} from '#shared/meetings/meetings/rules/remove-results';
import type { Expired } from '#shared/meetings/meetings/rules/retention';
import { meetings } from '#shared/meetings/meetings/store';
import { conversations } from '#shared/texts/conversations/store';

/** Bots of one transaction, which takes 100 writes; the meeting, its conversation, events and jobs need a dozen. */
const MOST_BOTS = 50;

/** The bots and the conversation of a meeting whose results are removed: one round trip. */
export async function loadRecorded(table: Table, meeting: Meeting, parts: readonly RecordingPart[]) {
  const { conversationId } = meeting;
  const hasText = conversationId !== undefined && parts.includes('transcript');
  const [loaded, conversation] = await Promise.all([
    Promise.all(
      botsWithResults(meeting, parts)
        .slice(0, MOST_BOTS)
        .map((id) => bots.find(table, id)),
    ),
    hasText ? conversations.find(table, conversationId) : undefined,
  ]);
  return { bots: loaded.flatMap((bot) => bot ?? []), conversation };
}

/**
 * Removes the results of a meeting, which are gone for callers at once; their files, the recorder's copy and exports
 * follow in jobs. Where there are none, nothing is written. 409 under a legal hold, and while a bot records or results are processed.
 */
export const removeResults =
  (context: CommandContext) =>
  async (workspace: Workspace, id: MeetingId): Promise<Meeting> => {
    const limits = () => [context.useOf('meeting_changes', workspace.id, context.clock.now())];
    const partsOf = (meeting: Meeting) => {
      requireRemovable(meeting);
      return RECORDING_PARTS;
    };
    for (;;) {
      const { meeting, isWhole } = await removeSome(context)(workspace, id, { partsOf, limits });
      if (isWhole) return meeting;
    }
  };

/** Removes the parts of the results of a meeting whose retention is over, as each transaction finds it. */
export const removeExpired =
  (context: CommandContext) =>
  async (workspace: Workspace, id: MeetingId, expired: (meeting: Meeting) => Expired): Promise<void> => {
    const partsOf = (meeting: Meeting) => {
      const parts = expired(meeting);
      return parts === 'meeting' ? RECORDING_PARTS : parts;
    };
    for (let isWhole = false; !isWhole; )
      ({ isWhole } = await removeSome(context)(workspace, id, { partsOf, limits: () => [] }));
  };

interface Removal {
  /** The parts that are removed of the meeting as it was read. */
  readonly partsOf: (meeting: Meeting) => readonly RecordingPart[];
  /** Made in each attempt, for the window of its time. */
  readonly limits: () => readonly Use[];
}

interface Removed {
  readonly meeting: Meeting;
  /** False where more bots recorded it than one transaction takes. */
  readonly isWhole: boolean;
}

const removeSome = command(
  async (context, workspace: Workspace, id: MeetingId, { partsOf, limits }: Removal): Promise<Removed> => {
    const before = await meetings.find(context.table, id);
    if (!before) throw notFound(meetings.noun);
    const parts = partsOf(before.state);
    if (botsWithResults(before.state, parts).length === 0) return { meeting: before.state, isWhole: true };
    const recorded = await loadRecorded(context.table, before.state, parts);
    const at = context.clock.now();
    const after = removed(
      before.state,
      recorded.bots.map(({ state }) => state),
      parts,
      at,
    );
    const { state: meeting, events } = withEvents(before.state, after.meeting, at);
    await context.changes.save({
      at,
      writes: [
        meetings.put(before, meeting),
        ...recorded.bots.map((bot, nth) => bots.put(bot, after.bots[nth] ?? bot.state)),
        ...(recorded.conversation ? [conversations.remove(recorded.conversation)] : []),
      ],
      events,
      jobs: [...removalJobs(workspace, recorded, parts), ...uncounted(workspace, recorded, parts, at)],
      limits: limits(),
      subscriptions: workspace.endpoints,
      result: meeting,
    });
    return { meeting, isWhole: recorded.bots.length < MOST_BOTS };
  },
);

type Recorded = Awaited<ReturnType<typeof loadRecorded>>;

/** The media are counted no more. */
const uncounted = (
  { id: workspaceId }: Pick<Workspace, 'id'>,
  { bots: recorded }: Recorded,
  parts: readonly RecordingPart[],
  at: Instant,
): readonly Job[] => {
  const states = parts.includes('media') ? recorded.map(({ state }) => state) : [];
  return mediaRemovedJobs(workspaceId, states, at);
};

/** The jobs that delete the files, and end what holds the text. */
function removalJobs(
  { id: workspaceId }: Pick<Workspace, 'id'>,
  { bots: recorded, conversation }: Recorded,
  parts: readonly RecordingPart[],
): readonly Job[] {
  const recordings = recorded.map(({ state }) => removedRecording(state));
  return [
    { type: 'job.recordings_removal', content: { workspaceId, parts, recordings } },
    ...(conversation
      ? [
          {
            type: 'job.conversation_deletion',
            content: { workspaceId, conversationId: conversation.state.id },
          } as const,
        ]
      : []),
  ];
}
