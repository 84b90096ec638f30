import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { reconcileBots } from '#shared/bots/rules/reconcile-bots';
import { identitiesIn } from '#shared/brand-kits/commands/identities';
import type { Identities } from '#shared/brand-kits/rules/kit-identity';
import type { Changes, OccurrencePointer } from '#shared/commands/changes';
import type { BotId } from '#shared/core/ids';
import { isSame } from '#shared/core/same';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BotStore, BrandKitStore, MeetingStore } from '#shared/events/ports/stores';
import { isBotAtSameLink } from '#shared/meetings/commands/bot-at-same-link';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/rules/phase';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import type { SettingsLayers } from '#shared/settings/rules/resolve-settings';

export interface MeetingBotsNeeds {
  readonly meetings: MeetingStore;
  readonly bots: BotStore;
  readonly kits: Pick<BrandKitStore, 'find'>;
}

/** A meeting with what decides about its bots. */
export interface MeetingWithBots {
  readonly meeting: Loaded<Meeting>;
  /** Those under way. */
  readonly bots: readonly Loaded<Bot>[];
  /** A bot on another meeting is bound for the same link at the same time. */
  readonly hasBotElsewhere: boolean;
  /** What its bots are called and say by the kits that its workspace chose. */
  readonly identities: Identities;
}

/** The bots of a meeting and what they are called: one round trip, and one more where others meet at the same link. Who else meets at its link matters only where it may get a bot. */
export async function loadMeetingBots(
  needs: MeetingBotsNeeds,
  meeting: Loaded<Meeting>,
  { mayGetBot } = { mayGetBot: true },
): Promise<MeetingWithBots> {
  const underWay = meeting.state.recordings.filter(({ status }) => isUnfinished(status));
  const [hasBotElsewhere, identities, ...bots] = await Promise.all([
    underWay.length === 0 && mayGetBot ? isBotAtSameLink(needs.meetings, meeting.state) : false,
    identitiesIn(needs.kits, meeting.state.settings.layers.workspace),
    ...underWay.map(({ botId }) => needs.bots.find(botId)),
  ]);
  return { meeting, bots: bots.flatMap((bot) => bot ?? []), hasBotElsewhere, identities };
}

export interface PropagateFacts {
  readonly homeDomains: readonly string[];
  readonly newBotId: BotId;
  readonly now: Instant;
  /** By the kits of the newest choices, where those are not the ones that the meeting remembers. */
  readonly identities?: Identities;
}

export type Reached = Required<Pick<Changes, 'meetings' | 'bots' | 'occurrences' | 'events' | 'jobs'>>;

/** Nothing of the meeting changes. */
const UNTOUCHED: Reached = { meetings: [], bots: [], occurrences: [], events: [], jobs: [] };

/**
 * What becomes of a meeting when choices about it change: its effective settings, its automatic bot, and what to tell.
 * One that is live or past keeps all it had; a cancelled one remembers the choices, for when it comes back.
 */
export function propagateSettings(read: MeetingWithBots, layers: SettingsLayers, facts: PropagateFacts): Reached {
  const { meeting: before, bots, hasBotElsewhere } = read;
  const identities = facts.identities ?? read.identities;
  const { now } = facts;
  if (isCancelled(before.state)) return { ...UNTOUCHED, meetings: remembering(before, layers) };
  if (phaseOf(before.state, now) !== 'upcoming') return UNTOUCHED;

  const settled = resolveMeetingSettings(before.state, layers, { ...facts, isNew: false });
  const reached = reconcileBots(before.state, settled, { ...facts, identities, bots, hasBotElsewhere });
  return {
    meetings: reached.meeting === before.state ? [] : [{ before, after: reached.meeting }],
    bots: reached.bots,
    occurrences: reached.bots.flatMap((bot) => botPointer(bot, reached.meeting)),
    events: reached.events,
    jobs: reached.jobs,
  };
}

const remembering = (before: Loaded<Meeting>, layers: SettingsLayers): readonly Saved<Meeting>[] => {
  const { state } = before;
  return isSame(state.settings.layers, layers)
    ? []
    : [{ before, after: { ...state, settings: { ...state.settings, layers } } }];
};

/** A new automatic bot is named where pushes look for it. */
export function botPointer({ before, after: bot }: Saved<Bot>, meeting: Meeting): readonly OccurrencePointer[] {
  const event = meeting.calendarEvent;
  if (before || !event) return [];
  const { workspaceId, icalUid, originalStartsAt, recurring } = event;
  return [
    { workspaceId, icalUid, originalStartsAt, meetingId: meeting.id, botId: bot.id, isNew: false, single: !recurring },
  ];
}
