import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { CalendarEventId, MeetingId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { CalendarEventStore, MeetingStore, MemberStore, WorkspaceStore } from '#shared/events/ports/stores';
import { withEvents } from '#shared/meetings/rules/meeting-events';
import { eventNaming, meetingNaming, type Naming } from '#shared/meetings/rules/name-persons';
import { phaseOf } from '#shared/meetings/rules/phase';
import type { PersonNaming } from '#shared/members/rules/person-naming';
import type { Subscription } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly members: MemberStore;
  readonly meetings: MeetingStore;
  readonly events: CalendarEventStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

const MEETINGS_A_STEP = 50;
const AT_ONCE = 5;

/**
 * Brings `member_id` of the persons on some meetings in step with whether the member is there; answers where to go on,
 * or undefined after the last. What is in step already costs a read.
 */
export const namePersons =
  (needs: Needs) =>
  async ({ workspaceId, memberId, mark }: PersonNaming, after: string | undefined): Promise<string | undefined> => {
    const [member, workspace, { items, next }] = await Promise.all([
      needs.members.find(memberId),
      needs.workspaces.find(workspaceId),
      needs.meetings.marked(workspaceId, mark, { limit: MEETINGS_A_STEP, after }),
    ]);
    if (!workspace) return undefined;
    const naming = { memberId, member: member?.state };
    const rename = (id: MeetingId) => nameOn(needs, id, naming, workspace.state.endpoints);
    for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(rename));
    return next;
  };

/** The meeting last: while its events are not all done, a second run finds what is missing. */
async function nameOn(needs: Needs, id: MeetingId, naming: Naming, audience: readonly Subscription[]): Promise<void> {
  const now = needs.clock.now();
  const meeting = await needs.meetings.find(id);
  const events = meeting?.state.carriers ?? [];
  for (let at = 0; at < events.length; at += AT_ONCE)
    await Promise.all(events.slice(at, at + AT_ONCE).map(({ eventId }) => nameOnEvent(needs, eventId, naming, now)));

  await withRetry(needs, async (round) => {
    const before = round === 0 ? meeting : await needs.meetings.find(id);
    if (!before) return;
    const after = meetingNaming(before.state, naming, now);
    if (after === before.state) return;
    const updated = withEvents(before.state, after, now);
    // Who came to know whom since is no news of a meeting that is over.
    const events = phaseOf(before.state, now) === 'past' ? [] : updated.events;
    await needs.changes.save({ at: now, meetings: [{ before, after: updated.state }], events, audience });
  });
}

const nameOnEvent = (needs: Needs, id: CalendarEventId, naming: Naming, now: Instant): Promise<void> =>
  withRetry(needs, async () => {
    const before = await needs.events.find(id);
    if (!before) return;
    const after = eventNaming(before.state, naming, now);
    if (after === before.state) return;
    await needs.changes.save({ at: now, calendarEvents: [{ before, after, botId: before.botId }] });
  });
