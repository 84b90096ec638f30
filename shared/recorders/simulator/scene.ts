import type { Instant } from '#shared/core/time';
import type { Failure, Plot } from './plot.ts';

/** When the bot was asked to leave or cancelled; null if it was not. */
export interface Commands {
  readonly leftAt: Instant | null;
  readonly cancelledAt: Instant | null;
}

/** Where a bot stands. `playedShare` is how much of the recorded meeting was recorded, from 0 to 1. */
export type Scene =
  | { readonly state: 'joining'; readonly lookAgainAt: Instant }
  | { readonly state: 'recording'; readonly startedAt: Instant; readonly lookAgainAt: Instant }
  | { readonly state: 'ended'; readonly startedAt: Instant; readonly endedAt: Instant; readonly playedShare: number }
  | ({ readonly state: 'failed'; readonly endedAt: Instant } & Failure);

/** Nothing runs between two looks: what happened so far follows from the plot, the commands and the clock. */
export function sceneAt(now: Instant, planned: Plot, commands: Commands): Scene {
  const plot = interrupted(planned, commands);
  const { recordsAt, endsAt } = plot;
  if (now >= endsAt) return outcomeOf(plot);
  if (recordsAt !== null && now >= recordsAt) return { state: 'recording', startedAt: recordsAt, lookAgainAt: endsAt };
  return { state: 'joining', lookAgainAt: recordsAt === null || recordsAt > endsAt ? endsAt : recordsAt };
}

/** At a time scale so small that a meeting takes no time, all of it is played nevertheless. */
function outcomeOf(plot: Plot): Scene {
  if (plot.recordsAt === null) return failed(plot.endsAt, plot.failure);
  if (plot.failure) return failed(plot.endsAt, plot.failure);
  const { recordsAt, endsAt, playedAt } = plot;
  const playedShare = endsAt === playedAt ? 1 : (endsAt - recordsAt) / (playedAt - recordsAt);
  return { state: 'ended', startedAt: recordsAt, endedAt: endsAt, playedShare };
}

const failed = (endedAt: Instant, failure: Failure): Scene => ({ state: 'failed', endedAt, ...failure });

/** A command after the end changes nothing, but that a cancelled recording is thrown away also then. */
function interrupted(planned: Plot, { leftAt, cancelledAt }: Commands): Plot {
  const plot = leftAt !== null && leftAt < planned.endsAt ? leavingAt(leftAt, planned) : planned;
  if (cancelledAt === null || (plot.failure && cancelledAt >= plot.endsAt)) return plot;
  return endingWithout(cancelledAt < plot.endsAt ? cancelledAt : plot.endsAt, plot, 'The bot was cancelled.');
}

/** Who leaves before the first second was recorded has nothing to keep. */
const leavingAt = (leftAt: Instant, plot: Plot): Plot =>
  plot.recordsAt === null || leftAt <= plot.recordsAt
    ? endingWithout(leftAt, plot, 'The bot left before it recorded.')
    : { ...plot, endsAt: leftAt, failure: null };

function endingWithout(endsAt: Instant, plot: Plot, detail: string): Plot {
  const wasInCall = plot.recordsAt !== null && endsAt >= plot.recordsAt;
  return { ...plot, endsAt, failure: { failure: wasInCall ? 'no_media' : 'not_admitted', detail } };
}
