import type { BotWorkContext } from '#shared/bots/commands/bot-work';
import { type Alongside, type BotInMeeting, saveTransition } from '#shared/bots/commands/save-transition';
import { arrivalOf } from '#shared/bots/rules/arrival';
import type { BotDecision } from '#shared/bots/rules/transitions';
import type { Instant } from '#shared/core/time';
import { platformOf } from '#shared/meetings/rules/read-link';
import type { RecorderObservation } from '#shared/recorders/rules/observation';

interface WithLook extends Alongside {
  /** What the recorder reported just now. */
  readonly observation?: RecorderObservation | undefined;
}

/** Saves what follows from a look at a dispatched bot. Its arrival is saved with it and counted once. */
export async function saveLook(
  context: BotWorkContext,
  loaded: BotInMeeting,
  decision: BotDecision,
  at: Instant,
  { observation, ...alongside }: WithLook = {},
): Promise<void> {
  const { state } = decision;
  const arrival = state.arrival ? undefined : arrivalOf(state, observation, at);
  if (!arrival) return saveTransition(context, loaded, decision, at, alongside);
  await saveTransition(context, loaded, { ...decision, state: { ...state, arrival } }, at, alongside);
  context.arrivals.arrived({
    recorder: state.recorder?.name ?? null,
    platform: platformOf(state.meetingUrl),
    arrival,
  });
}
