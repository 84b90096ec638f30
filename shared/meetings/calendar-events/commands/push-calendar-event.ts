import { type Member, personNamingJobs } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import { identitiesIn } from '#shared/meetings/brand-kits/commands/usable-kit';
import {
  countingPeople,
  type PeopleCounter,
  pushedPeople,
} from '#shared/meetings/calendar-events/commands/count-people';
import { loadEventFacts } from '#shared/meetings/calendar-events/commands/load-event-facts';
import { type LoadedPush, loadPushed, loadPushTargets } from '#shared/meetings/calendar-events/commands/load-push';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { decideEventChange } from '#shared/meetings/calendar-events/rules/decide-event-change';
import { automaticBotOf } from '#shared/meetings/calendar-events/rules/occurrence';
import { afterPush, type SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { identifiedPush, memberFor, type PushIdentity } from '#shared/meetings/calendar-events/rules/push-identity';
import { putCalendarSource } from '#shared/meetings/calendar-events/sources-store';
import { putCalendarEvent, putOccurrence } from '#shared/meetings/calendar-events/store';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { IsErased, Named } from '#shared/meetings/erasures/rules/erasure';
import { strippedPush } from '#shared/meetings/erasures/rules/strip';
import { callWrites } from '#shared/meetings/meetings/commands/load-shared-call';
import { meetingWrites } from '#shared/meetings/meetings/commands/meeting-bots';
import { meetingFor } from '#shared/meetings/meetings/rules/apply-calendar-event';

export interface Pushed {
  readonly event: CalendarEvent;
  readonly isNew: boolean;
}

/**
 * Takes one occurrence as a calendar sync saw it. The same push any number of times, also at once, makes one meeting
 * and one event; a push that changes nothing writes nothing. It counts against its limit once for all attempts, whether
 * it changes anything, is refused, or not: its reads were made. The use is counted in a write of its own, because a
 * thousand pushes a minute whose transactions share one row would conflict with each other.
 */
export const pushCalendarEvent =
  (context: ErasureContext) =>
  async (
    workspace: Workspace,
    sent: SentPush,
    countPeople: PeopleCounter = pushedPeople(context, workspace),
  ): Promise<Pushed> => {
    const counting = context.limitCounter.take(context.useOf('pushes', workspace.id, context.clock.now()));
    const pushing = push(context)(workspace, sent, { counting, countPeople });
    // A push that is refused is counted before it is answered.
    const [pushed] = await Promise.allSettled([pushing, counting]);
    if (pushed.status === 'rejected') throw pushed.reason;
    return pushed.value;
  };

interface Counts {
  /** Of the push itself. */
  readonly counting: Promise<void>;
  readonly countPeople: PeopleCounter;
}

const push = command(
  async (
    context: ErasureContext,
    workspace: Workspace,
    whole: SentPush,
    { counting, countPeople }: Counts,
  ): Promise<Pushed> => {
    const { table, ids, changes } = context;
    const now = context.clock.now();
    const targets = await loadPushTargets(table, workspace.id, whole);
    const member = memberFor(workspace.id, whole, targets, { id: ids.make('mem'), now });
    const [loaded, isErased] = await Promise.all([
      loadPushed(table, workspace, targets, member.known, whole),
      findErasedPeople(context, workspace, namedIn(whole)),
      counting,
    ]);
    if (member.created) refuseErasedMember(whole, isErased);
    const sent = strippedPush(whole, isErased);
    const pushed = identifiedPush(sent, targets, member.known, loaded.memberIds);

    const meetingId = loaded.meeting?.state.id ?? ids.make('mtg');
    const event = afterPush(loaded.event?.state, pushed, { id: ids.make('cev'), meetingId, now });
    if (event === loaded.event?.state) return { event, isNew: false };

    const { sharedCall, decide } = await loadDecision(context, workspace, loaded, event, now);
    const result = { event, isNew: loaded.event === undefined };
    const save = async (decision: MeetingDecision) => {
      const botId = automaticBotOf(decision.bots, targets.occurrence?.botId ?? null);
      return changes.save({
        at: now,
        writes: [
          member.created ? members.put(undefined, member.created) : [],
          putCalendarEvent({ before: loaded.event, after: event, botId }),
          putSource(sent, event),
          putPointer(event, targets, botId),
          ...meetingWrites(loaded.meeting, decision),
          ...callWrites(sharedCall, loaded.meeting?.state, decision.meeting),
        ],
        limits: member.created ? [context.useOf('members', workspace.id, now)] : [],
        events: decision.events,
        jobs: [...decision.jobs, ...jobsFor(context, member.created)],
        subscriptions: workspace.endpoints,
        result,
      });
    };
    const planning = countingPeople(countPeople, loaded.meeting?.state, { decide, save });
    await saveWithinPlaces(context, { workspace, ...planning });
    return result;
  },
);

/** How the change is decided, with the call that it was read for. */
async function loadDecision(
  { table, ids }: CommandContext,
  workspace: Workspace,
  loaded: LoadedPush,
  event: CalendarEvent,
  now: Instant,
) {
  const base = loaded.meeting?.state ?? meetingFor(event, event.meetingId, now);
  const [facts, identities] = await Promise.all([
    loadEventFacts(table, base, event, loaded),
    identitiesIn(table, loaded.workspaceLayers),
  ]);
  const change = {
    ...facts,
    before: loaded.meeting?.state,
    base,
    event,
    memberLayers: loaded.memberLayers,
    workspaceLayers: loaded.workspaceLayers,
    homeDomains: workspace.emailDomains,
    monthsWithoutBots: monthsWithoutBots(workspace),
    newBotId: ids.make('bot'),
    identities,
    now,
  };
  const decide = (isTimeFull: boolean) => decideEventChange({ ...change, isTimeFull });
  return { decide, sharedCall: facts.sharedCall };
}

/** In the same transaction, so that an event of a connected calendar is always found by the provider's id. */
function putSource({ source }: SentPush, event: CalendarEvent): readonly Write[] {
  const { calendarId, id: eventId, icalUid, originalStartsAt, startsAt } = event;
  if (!source || calendarId === null) return [];
  const { id: sourceId, seriesId } = source;
  return [putCalendarSource({ calendarId, sourceId, seriesId, eventId, icalUid, originalStartsAt, startsAt })];
}

/** Written for a new occurrence, and when the automatic bot is another one. */
function putPointer(event: CalendarEvent, { occurrence, inSeries, hasSingles }: PushIdentity, botId: BotId | null) {
  if (occurrence && botId === occurrence.botId) return [];
  const { workspaceId, icalUid, originalStartsAt, meetingId } = event;
  const isNew = occurrence === undefined;
  const single = !inSeries;
  const pointer = { workspaceId, icalUid, originalStartsAt, meetingId, botId, isNew, single, isFurther: hasSingles };
  return putOccurrence(pointer);
}

/** Everyone whom a push names. */
const namedIn = ({ member, content: { organizer, attendees } }: SentPush): readonly Named[] => [
  ...('email' in member ? [member] : []),
  ...(organizer ? [organizer] : []),
  ...attendees,
];

/** A push makes no member of someone who was erased. */
function refuseErasedMember({ member }: SentPush, isErased: IsErased): void {
  if ('email' in member && isErased(member))
    throw conflict('The person with the address in member_data was erased from this workspace.');
}

const jobsFor = ({ markOf }: CommandContext, created: Member | undefined) =>
  created ? personNamingJobs(created, markOf) : [];
