import type { Instant } from '#shared/foundation/core/time';
import { isToBePlannedAgain } from '#shared/meetings/bots/rules/plan-automatic-bot';
import { type BotFacts, type MeetingDecision, reconcileBots } from '#shared/meetings/bots/rules/reconcile-bots';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { applyCalendarEvent } from '#shared/meetings/meetings/rules/apply-calendar-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { reportedAt } from '#shared/meetings/meetings/rules/meeting-events';
import { effectiveEnd, phaseOf } from '#shared/meetings/meetings/rules/phase';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { isRecordedElsewhere, type SharedCall } from '#shared/meetings/meetings/rules/shared-call';
import type { SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';

/** A changed calendar event, its meeting, and what decides about the settings and bots of the meeting. */
export interface EventChange extends Omit<BotFacts, 'hasBotElsewhere'> {
  readonly before: Meeting | undefined;
  /** The meeting, or the new one of the event. */
  readonly base: Meeting;
  readonly event: CalendarEvent;
  readonly shown: CalendarEvent;
  readonly memberLayers: readonly SettingsLayer[];
  readonly workspaceLayers: readonly SettingsLayer[];
  readonly homeDomains: readonly string[];
  /** Months whose meetings get no bot, since a limit of the workspace is used up. */
  readonly monthsWithoutBots?: readonly string[];
  /** As many bots as may be join at the time of the one that is decided about. */
  readonly isTimeFull?: boolean;
  /** The call of the meeting at its time; undefined where the meeting gets no bot that it does not have. */
  readonly sharedCall: SharedCall | undefined;
}

/** The meeting after one of its events changed: what it shows, its settings and bots, its events and jobs. */
export function decideEventChange(facts: EventChange): MeetingDecision {
  const { before, base, event, shown } = facts;
  const changed = applyCalendarEvent(base, event, shown);
  const hasBotElsewhere = isRecordedElsewhere(before, changed, facts.sharedCall);
  const resolved = resolveMeetingSettings(changed, layersFor(changed, facts), {
    ...facts,
    hasBotElsewhere,
    isNew: before === undefined,
    decidesBots: isToBePlannedAgain(changed),
  });
  const decision = reconcileBots(before, resolved, { ...facts, hasBotElsewhere });
  const events = decision.events.filter(({ type }) => type !== 'meeting.updated');
  return isHistory(decision, facts) ? { ...decision, events } : decision;
}

/** A change to an event that was past, and stays past, sends no webhook: docs/limits-and-rules.md#meeting-identity. */
const isHistory = ({ meeting, bots }: MeetingDecision, { before, now }: EventChange): boolean =>
  before !== undefined && bots.length === 0 && isOver(before, reportedAt(before, now)) && isOver(meeting, now);

const isOver = (meeting: Meeting, now: Instant): boolean =>
  effectiveEnd(meeting) <= now && phaseOf(meeting, now) === 'past';

/** Of other members, the layers that the meeting has stored; those of members who are no longer on it are removed. */
function layersFor(meeting: Meeting, { base, event, memberLayers, workspaceLayers }: EventChange) {
  const present = new Set<string>([...meeting.carriers.map((carrier) => carrier.memberId), ...meeting.botMembers]);
  const known = Object.entries(base.settings.layers.members).filter(([member]) => present.has(member));
  return {
    own: base.settings.layers.own,
    workspace: workspaceLayers,
    members: Object.fromEntries([...known, [event.memberId, memberLayers]]),
  };
}
