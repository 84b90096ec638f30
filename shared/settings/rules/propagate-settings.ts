import type { Bot } from '#shared/bots/rules/bot';
import { type MeetingDecision, reconcileBots } from '#shared/bots/rules/reconcile-bots';
import type { Identities } from '#shared/brand-kits/rules/kit-identity';
import type { BotId } from '#shared/core/ids';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/rules/phase';
import { resolveMeetingSettings } from '#shared/meetings/rules/resolve-meeting-settings';
import type { SettingsLayers } from '#shared/settings/rules/resolve-settings';

/** A meeting with what decides about its bots. */
export interface MeetingWithBots {
  readonly meeting: Loaded<Meeting>;
  /** Those that have not ended. */
  readonly bots: readonly Loaded<Bot>[];
  /** Another meeting has a bot for the same link and time. */
  readonly hasBotElsewhere: boolean;
  /** Bot names and welcome messages by the brand kits of the workspace's settings. */
  readonly identities: Identities;
}

export interface PropagationFacts {
  readonly homeDomains: readonly string[];
  readonly newBotId: BotId;
  readonly now: Instant;
}

/**
 * Applies new settings layers to a meeting: its effective settings, its automatic bot, its events. A live or past
 * meeting stays as it is; a cancelled one stores the layers for when it is restored.
 */
export function propagateSettings(
  { meeting: { state: before }, ...around }: MeetingWithBots,
  layers: SettingsLayers,
  facts: PropagationFacts,
): MeetingDecision {
  if (isCancelled(before)) return unchanged(withLayers(before, layers));
  if (phaseOf(before, facts.now) !== 'upcoming') return unchanged(before);
  return reconcileBots(before, resolveMeetingSettings(before, layers, { ...facts, isNew: false }), {
    ...facts,
    ...around,
  });
}

const unchanged = (meeting: Meeting): MeetingDecision => ({ meeting, bots: [], events: [], jobs: [] });

const withLayers = (meeting: Meeting, layers: SettingsLayers): Meeting =>
  isSame(meeting.settings.layers, layers) ? meeting : { ...meeting, settings: { ...meeting.settings, layers } };
