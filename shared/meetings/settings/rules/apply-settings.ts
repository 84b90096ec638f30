import type { BotId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { isToBePlannedAgain } from '#shared/meetings/bots/rules/plan-automatic-bot';
import { type MeetingDecision, reconcileBots } from '#shared/meetings/bots/rules/reconcile-bots';
import type { Identities } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/meetings/rules/phase';
import { resolveMeetingSettings } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import { isRecordedElsewhere, type SharedCall } from '#shared/meetings/meetings/rules/shared-call';
import type { SettingsLayers } from '#shared/meetings/settings/rules/resolve-settings';

/** A meeting with what decides about its bots. */
export interface MeetingWithBots {
  readonly meeting: Loaded<Meeting>;
  /** Those that have not ended. */
  readonly bots: readonly Loaded<Bot>[];
  /** The call of the meeting, where it may get a bot. */
  readonly sharedCall: SharedCall | undefined;
  /** Bot names and welcome messages by the brand kits of the workspace's settings. */
  readonly identities: Identities;
}

interface ChangeFacts {
  readonly homeDomains: readonly string[];
  /** Months whose meetings get no bot, since a limit of the workspace is used up. */
  readonly monthsWithoutBots?: readonly string[];
  /** As many bots as may be join at the time of the one that is decided about. */
  readonly isTimeFull?: boolean;
  readonly newBotId: BotId;
  readonly now: Instant;
}

/**
 * Applies new settings layers to a meeting: its effective settings, its automatic bot, its events. A live or past
 * meeting keeps its settings, and gets a bot only where it has moved on since its last one was sent; a cancelled one
 * stores the layers for when it is restored.
 */
export function applySettings(
  { meeting: { state: before }, bots, sharedCall, identities }: MeetingWithBots,
  layers: SettingsLayers,
  facts: ChangeFacts,
): MeetingDecision {
  if (isCancelled(before)) return unchanged(withLayers(before, layers));
  const isUpcoming = phaseOf(before, facts.now) === 'upcoming';
  if (!isUpcoming && !isToBePlannedAgain(before)) return unchanged(before);
  const hasBotElsewhere = isRecordedElsewhere(before, before, sharedCall);
  const decidesBots = !isUpcoming;
  const resolved = resolveMeetingSettings(before, layers, { ...facts, hasBotElsewhere, isNew: false, decidesBots });
  return reconcileBots(before, resolved, { ...facts, bots, identities, hasBotElsewhere });
}

const unchanged = (meeting: Meeting): MeetingDecision => ({ meeting, bots: [], events: [], jobs: [] });

const withLayers = (meeting: Meeting, layers: SettingsLayers): Meeting =>
  isSame(meeting.settings.layers, layers) ? meeting : { ...meeting, settings: { ...meeting.settings, layers } };
