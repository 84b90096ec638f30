import { monthOf } from '#shared/accounts/usage/rules/usage';
import type { MemberId } from '#shared/foundation/core/ids';
import { domainOf } from '#shared/foundation/core/people';
import { type Instant, laterOf, utcDateOf } from '#shared/foundation/core/time';
import { type LinkedEvent, type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import {
  resolveSettings,
  type SettingsBlock,
  type SettingsFacts,
  type SettingsLayers,
} from '#shared/meetings/settings/rules/resolve-settings';

/**
 * The meeting with its effective settings resolved from the given layers. A meeting that is live or past keeps the values
 * it had, but for whether it is recorded where its bots are decided again. A cancelled one does too: they apply again when
 * it is restored.
 */
export function resolveMeetingSettings(
  meeting: Meeting,
  layers: SettingsLayers,
  { homeDomains, now, isNew, hasBotElsewhere = false, decidesBots = false, ...limits }: ResolutionFacts,
): Meeting {
  const isOpen = isNew || phaseOf(meeting, now) === 'upcoming';
  if (!isOpen && !decidesBots) return meeting;
  // A bot that is sent to a meeting which has begun counts in the present month.
  const botAt = laterOf(meeting.startsAt ?? now, now);
  const { monthsWithoutBots = [], isTimeFull = false } = limits;
  const isBeyondLimits = isTimeFull || monthsWithoutBots.includes(monthOf(utcDateOf(botAt)));
  const facts = factsOf(meeting, homeDomains, { hasBotElsewhere, isBeyondLimits });
  const resolved = resolveSettings(layers, facts);
  if (!isOpen) return withRecording(meeting, resolved);
  return { ...meeting, settings: { ...resolved, layers, external: facts.external } };
}

/** The meeting with its values, but for whether it is recorded. */
function withRecording(meeting: Meeting, { values, sources }: Pick<SettingsBlock, 'values' | 'sources'>): Meeting {
  const field = 'recording.enabled';
  const { settings } = meeting;
  return {
    ...meeting,
    settings: {
      ...settings,
      values: { ...settings.values, [field]: values[field] },
      sources: { ...settings.sources, [field]: sources[field] },
    },
  };
}

interface ResolutionFacts {
  readonly homeDomains: readonly string[];
  readonly now: Instant;
  readonly isNew: boolean;
  /** The meeting leaves its call to the bot of another meeting. */
  readonly hasBotElsewhere?: boolean;
  /** Months, such as `2026-11`, whose meetings get no bot, since a limit of the workspace is used up. */
  readonly monthsWithoutBots?: readonly string[];
  /** As many bots as may be join at the time of the one that it would get. */
  readonly isTimeFull?: boolean;
  /** Its bots are decided again although it is live or past: a bot was cancelled, or it has moved since its last one was sent. */
  readonly decidesBots?: boolean;
}

/** What keeps a bot from a call that it could join. */
interface Hindrances {
  readonly hasBotElsewhere?: boolean;
  readonly isBeyondLimits?: boolean;
}

export function factsOf(meeting: Meeting, homeDomains: readonly string[], hindrances: Hindrances = {}): SettingsFacts {
  const active = meeting.carriers.filter((carrier) => !carrier.cancelled);
  return {
    external: isExternal(meeting, homeDomains),
    members: membersInOrder(active, meeting.botMembers),
    allDeclined: active.length > 0 && active.every((carrier) => carrier.declined) && meeting.botMembers.length === 0,
    noBotBecause: noBotBecause(meeting, hindrances),
  };
}

/** Members who have not declined: the organizer first, then in the order of their events, then those a bot was sent for. */
function membersInOrder(active: readonly LinkedEvent[], botMembers: readonly MemberId[]): readonly MemberId[] {
  const going = active
    .filter((carrier) => !carrier.declined)
    .sort((one, other) => Number(other.organizes) - Number(one.organizes) || one.since - other.since);
  return [...new Set([...going.map((carrier) => carrier.memberId), ...botMembers])];
}

/**
 * External when the email domain of one of its people is not a domain of the workspace. For a workspace without domains
 * the organizer's domain counts; without an organizer, the first person's.
 */
function isExternal(meeting: Meeting, homeDomains: readonly string[]): boolean {
  const domains = peopleOf(meeting).flatMap(({ email }) => (email === null ? [] : [domainOf(email)]));
  const organizer = meeting.organizer?.email ?? null;
  const fallback = organizer !== null ? [domainOf(organizer)] : domains.slice(0, 1);
  const home = homeDomains.length > 0 ? homeDomains : fallback;
  return domains.some((domain) => !home.includes(domain));
}

function noBotBecause(
  { meetingUrl, platform }: Meeting,
  { hasBotElsewhere = false, isBeyondLimits = false }: Hindrances,
): SettingsFacts['noBotBecause'] {
  if (meetingUrl === null) return 'no_meeting_url';
  if (platform === null) return 'unsupported_platform';
  if (hasBotElsewhere) return 'recorded_elsewhere';
  return isBeyondLimits ? 'usage_limit' : null;
}
