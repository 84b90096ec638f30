import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { identitiesIn } from '#shared/brand-kits/commands/identities';
import { shownWith, withOtherUnfinished } from '#shared/calendar-events/commands/around-event';
import {
  type KnownMember,
  type LookUpNeeds,
  lookUpPush,
  type SeenPush,
  type SentPush,
} from '#shared/calendar-events/commands/look-up-push';
import { memberFor, type PushedMember } from '#shared/calendar-events/commands/pushed-member';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { decideEventChange } from '#shared/calendar-events/rules/decide-event-change';
import { afterPush, type PushedEvent } from '#shared/calendar-events/rules/push-event';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import type { ChangeStore, OccurrencePointer } from '#shared/commands/changes';
import { type IdempotencyRecord, type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { BotId } from '#shared/core/ids';
import type { LimitCounter } from '#shared/core/limit-counter';
import type { UseOf } from '#shared/core/limits';
import { missing, Refusal } from '#shared/core/refusal';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BotStore, BrandKitStore, Occurrence, SettingsStore } from '#shared/events/ports/stores';
import { isBotAtSameLinkWithout } from '#shared/meetings/commands/bot-at-same-link';
import { meetingFor } from '#shared/meetings/rules/apply-calendar-event';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { personsFollow } from '#shared/members/rules/person-naming';
import { loadLayers } from '#shared/settings/commands/load-layers';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface PushNeeds extends LookUpNeeds {
  readonly kits: Pick<BrandKitStore, 'find'>;
  readonly bots: BotStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
  readonly markOf: (email: string) => string;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
}

export interface Pushed {
  readonly event: CalendarEvent;
  readonly isNew: boolean;
}

/**
 * Takes one occurrence as a calendar sync saw it. The same push any number of times, also at once, makes one meeting
 * and one event; a push that changes nothing writes nothing.
 */
export const pushCalendarEvent =
  (needs: PushNeeds) =>
  (workspace: Workspace, sent: SentPush, seen: SeenPush, keep: Keep<Pushed> = keepNothing): Promise<Pushed> =>
    withRetry(needs, async (round) =>
      round === 0
        ? pushOnce(needs, { workspace, sent, seen, keep }, countPush(needs, workspace))
        : pushOnce(needs, { workspace, sent, seen: await lookUpPush(needs, workspace.id, sent), keep }),
    );

/** One push however many rounds it takes, changed anything or not; counted beside the reads of the second trip. */
const countPush =
  ({ limitCounter, useOf, clock }: PushNeeds, workspace: Workspace) =>
  () =>
    limitCounter.take(useOf('pushes', workspace.id, clock.now()));

interface Pushing {
  readonly workspace: Workspace;
  readonly sent: SentPush;
  readonly seen: SeenPush;
  readonly keep: Keep<Pushed>;
}

async function pushOnce(
  needs: PushNeeds,
  { workspace, sent, seen, keep }: Pushing,
  count: () => Promise<void> = async () => undefined,
): Promise<Pushed> {
  const now = needs.clock.now();
  const member = memberFor(workspace.id, sent, seen, { id: needs.ids.make('mem'), now });
  const occurrence = occurrenceIn(sent, seen);
  const push = pushedEvent(workspace, sent, seen, member.known, occurrence);
  const [loaded] = await Promise.all([load(needs, workspace, seen, member.known, occurrence, push), count()]);

  const event = afterPush(loaded.event?.state, push, {
    id: needs.ids.make('cev'),
    meetingId: loaded.meeting?.state.id ?? needs.ids.make('mtg'),
    now,
  });
  if (loaded.event && event === loaded.event.state) return { event, isNew: false };

  const pushed = { event, isNew: loaded.event === undefined };
  const answer = await keep(pushed);
  const single = !seen.inSeries;
  await save(needs, { workspace, member, occurrence, single, push, source: sent.source, loaded, event, now, answer });
  return pushed;
}

/** Refuses an identity that could be several occurrences. */
function occurrenceIn(sent: SentPush, { occurrence, inSeries }: SeenPush): Occurrence | undefined {
  if (inSeries && sent.originalStartsAt === undefined) throw missing(['original_starts_at']);
  if (!occurrence && sent.content.startsAt === undefined && sent.originalStartsAt === undefined)
    throw new Refusal('malformed', [
      {
        code: 'missing',
        message: 'There is no such event to cancel. Send starts_at to create a cancelled event.',
        field: 'starts_at',
      },
    ]);
  return occurrence;
}

function pushedEvent(
  workspace: Workspace,
  sent: SentPush,
  seen: SeenPush,
  member: KnownMember,
  occurrence: Occurrence | undefined,
): PushedEvent {
  const memberIds = new Map(seen.memberIds);
  if ('email' in sent.member) memberIds.set(sent.member.email, member.id);
  const known = <Someone extends { readonly email: string | null }>(person: Someone) => ({
    ...person,
    memberId: (person.email === null ? undefined : memberIds.get(person.email.toLowerCase())) ?? null,
  });
  const startsAt = (sent.content.startsAt ?? sent.originalStartsAt ?? occurrence?.originalStartsAt) as Instant;
  return {
    workspaceId: workspace.id,
    memberId: member.id,
    source: sent.connectionId ? 'calendar_connection' : 'calendar_sync',
    connectionId: sent.connectionId ?? null,
    sourceId: sent.source?.id ?? null,
    icalUid: sent.icalUid,
    recurring: sent.recurring,
    originalStartsAt: occurrence?.originalStartsAt ?? sent.originalStartsAt ?? startsAt,
    cancelled: sent.cancelled,
    content: {
      ...sent.content,
      startsAt,
      organizer: sent.content.organizer && known(sent.content.organizer),
      attendees: sent.content.attendees.map(known),
    },
    metadata: sent.metadata,
  };
}

interface LoadedPush {
  readonly meeting: Loaded<Meeting> | undefined;
  readonly event: Loaded<CalendarEvent> | undefined;
  readonly bots: readonly Loaded<Bot>[];
  readonly memberLayers: Awaited<ReturnType<typeof loadLayers>>;
  readonly workspaceLayers: Awaited<ReturnType<typeof loadLayers>>;
  readonly neighbours: readonly Meeting[];
}

/** The second round trip: what the first one named. */
async function load(
  needs: PushNeeds,
  workspace: Workspace,
  seen: SeenPush,
  member: KnownMember,
  occurrence: Occurrence | undefined,
  push: PushedEvent,
): Promise<LoadedPush> {
  const eventId = occurrence?.eventOf(member.id, push.source);
  const others = seen.neighbours.filter(({ meetingId }) => meetingId !== occurrence?.meetingId);
  const [meeting, event, bot, memberLayers, workspaceLayers, neighbours] = await Promise.all([
    occurrence && needs.meetings.find(occurrence.meetingId),
    eventId && needs.events.find(eventId),
    occurrence?.botId ? needs.bots.find(occurrence.botId) : undefined,
    loadLayers(needs.settings, member.choices),
    loadLayers(needs.settings, workspace.choices),
    Promise.all(others.map(({ meetingId }) => needs.meetings.find(meetingId))),
  ]);
  return {
    meeting,
    event,
    bots: await withOtherUnfinished(needs.bots, meeting?.state, bot ? [bot] : []),
    memberLayers,
    workspaceLayers,
    neighbours: neighbours.flatMap((one) => (one ? [one.state] : [])),
  };
}

interface Saving {
  readonly workspace: Workspace;
  readonly member: PushedMember;
  readonly occurrence: Occurrence | undefined;
  /** The one event with its uid: found by the uid alone from here on. */
  readonly single: boolean;
  readonly push: PushedEvent;
  readonly source: SentPush['source'];
  readonly loaded: LoadedPush;
  readonly event: CalendarEvent;
  readonly now: Instant;
  readonly answer: IdempotencyRecord | undefined;
}

/** The third round trip: one transaction. */
async function save(needs: PushNeeds, saving: Saving): Promise<void> {
  const { workspace, member, loaded, event, now } = saving;
  const base = loaded.meeting?.state ?? meetingFor(event, event.meetingId, now);
  const shown = await shownWith(needs.events, base, event);
  const decision = decideEventChange({
    before: loaded.meeting?.state,
    base,
    event,
    shown,
    memberLayers: loaded.memberLayers,
    workspaceLayers: loaded.workspaceLayers,
    homeDomains: workspace.emailDomains,
    bots: loaded.bots,
    hasBotElsewhere: await isBoundFor(needs, loaded, { base, event, shown }),
    newBotId: needs.ids.make('bot'),
    identities: await identitiesIn(needs.kits, loaded.workspaceLayers),
    now,
  });
  await needs.changes.save({
    at: now,
    ...(member.made && {
      members: [{ before: undefined, after: member.made }],
      uses: [needs.useOf('members', workspace.id, now)],
    }),
    calendarEvents: [{ before: loaded.event, after: event, botId: automaticBotIn(saving, decision.bots) }],
    calendarSources: sourceFor(saving),
    occurrences: pointerFor(saving, decision.meeting, decision.bots),
    meetings: decision.meeting === loaded.meeting?.state ? [] : [{ before: loaded.meeting, after: decision.meeting }],
    bots: decision.bots,
    events: decision.events,
    jobs: [...decision.jobs, ...(member.made ? personsFollow(member.made, needs.markOf) : [])],
    answer: saving.answer,
    audience: workspace.endpoints,
  });
}

interface Carried {
  readonly base: Meeting;
  readonly event: CalendarEvent;
  readonly shown: CalendarEvent;
}

/** A cancellation names no link: the meeting's own is asked about. */
const isBoundFor = async ({ meetings }: PushNeeds, { neighbours }: LoadedPush, { base, event, shown }: Carried) =>
  neighbours.some(hasUnfinishedBot) ||
  (event.cancelledAt !== null && (await isBotAtSameLinkWithout(meetings, base, event, shown)));

const hasUnfinishedBot = (meeting: Meeting): boolean =>
  meeting.recordings.some((recording) => isUnfinished(recording.status));

const automaticBotIn = ({ occurrence }: Saving, bots: readonly Saved<Bot>[]): BotId | null =>
  bots.find(({ before, after }) => !before && after.automatic)?.after.id ?? occurrence?.botId ?? null;

/** In the same transaction: an event that a calendar brought is always found by what the provider calls it. */
function sourceFor({ source, event }: Saving): readonly CalendarSource[] {
  const { connectionId, id: eventId, icalUid, originalStartsAt, startsAt } = event;
  if (!source || connectionId === null) return [];
  const { id: sourceId, seriesId } = source;
  return [{ connectionId, sourceId, seriesId, eventId, icalUid, originalStartsAt, startsAt }];
}

/** Written when the occurrence is new, and when it has an automatic bot that it does not name yet. */
function pointerFor(saving: Saving, meeting: Meeting, bots: readonly Saved<Bot>[]): readonly OccurrencePointer[] {
  const { push, occurrence, single } = saving;
  const botId = automaticBotIn(saving, bots);
  if (occurrence && botId === occurrence.botId) return [];
  const { workspaceId, icalUid, originalStartsAt } = push;
  const isNew = occurrence === undefined;
  return [{ workspaceId, icalUid, originalStartsAt, meetingId: meeting.id, botId, isNew, single }];
}
