import type { Bot } from '#shared/bots/rules/bot';
import { shownWith, withOtherUnfinished } from '#shared/calendar-events/commands/around-event';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { cancelled } from '#shared/calendar-events/rules/cancel-event';
import { decideEventChange } from '#shared/calendar-events/rules/decide-event-change';
import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { CalendarEventId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BotStore, CalendarEventStore, LoadedEvent, MeetingStore } from '#shared/events/ports/stores';
import { isBotAtSameLinkWithout } from '#shared/meetings/commands/bot-at-same-link';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { botPointer } from '#shared/settings/commands/load-meeting-bots';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface EndEventNeeds {
  readonly events: CalendarEventStore;
  readonly meetings: MeetingStore;
  readonly bots: BotStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** An event with the meeting that it carries, and the bot that the event itself knows of. */
export interface EventRead {
  readonly event: LoadedEvent;
  readonly meeting: Loaded<Meeting> | undefined;
  readonly bot: Loaded<Bot> | undefined;
}

/** One round trip, whoever's event it is. */
export async function readEvent({ meetings, bots }: EndEventNeeds, event: LoadedEvent): Promise<EventRead> {
  const [meeting, bot] = await Promise.all([
    meetings.find(event.state.meetingId),
    event.botId === null ? undefined : bots.find(event.botId),
  ]);
  return { event, meeting, bot };
}

/**
 * Ends an event as a push of it with `cancelled` does: its meeting follows, or goes on where another member carries
 * it. An event that has ended before is answered as it is; so is one that is not to end any more by the time that
 * nobody else saves it.
 */
export const endCalendarEvent =
  (needs: EndEventNeeds) =>
  (
    workspace: Workspace,
    read: EventRead,
    isToEnd: (read: EventRead, now: Instant) => boolean = () => true,
  ): Promise<CalendarEvent> =>
    withRetry(needs, async (round) => {
      const latest = round === 0 ? read : await readAgain(needs, read.event.state.id);
      return isToEnd(latest, needs.clock.now()) ? endOnce(needs, workspace, latest) : latest.event.state;
    });

async function readAgain(needs: EndEventNeeds, id: CalendarEventId): Promise<EventRead> {
  const event = await needs.events.find(id);
  if (!event) throw notFound('calendar event');
  return readEvent(needs, event);
}

async function endOnce(needs: EndEventNeeds, workspace: Workspace, read: EventRead): Promise<CalendarEvent> {
  const { event: before, meeting } = read;
  const now = needs.clock.now();
  const event = cancelled(before.state, now);
  if (event === before.state || !meeting) return event;
  const decision = await decide(needs, workspace, { ...read, meeting }, event);
  await needs.changes.save({
    at: now,
    calendarEvents: [{ before, after: event, botId: before.botId }],
    occurrences: decision.bots.flatMap((bot) => botPointer(bot, decision.meeting)),
    meetings: decision.meeting === meeting.state ? [] : [{ before: meeting, after: decision.meeting }],
    bots: decision.bots,
    events: decision.events,
    jobs: decision.jobs,
    audience: workspace.endpoints,
  });
  return event;
}

/** Nobody's choices changed, so those that the meeting remembers decide. */
async function decide(
  needs: EndEventNeeds,
  { emailDomains: homeDomains }: Workspace,
  { meeting, bot }: EventRead & { readonly meeting: Loaded<Meeting> },
  event: CalendarEvent,
) {
  const { layers } = meeting.state.settings;
  const [bots, shown] = await Promise.all([
    withOtherUnfinished(needs.bots, meeting.state, bot ? [bot] : []),
    shownWith(needs.events, meeting.state, event),
  ]);
  const hasBotElsewhere = await isBotAtSameLinkWithout(needs.meetings, meeting.state, event, shown);
  return decideEventChange({
    before: meeting.state,
    base: meeting.state,
    event,
    shown,
    memberLayers: layers.members[event.memberId] ?? [],
    workspaceLayers: layers.workspace,
    homeDomains,
    bots,
    hasBotElsewhere,
    newBotId: needs.ids.make('bot'),
    now: needs.clock.now(),
  });
}
