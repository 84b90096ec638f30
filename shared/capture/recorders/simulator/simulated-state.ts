import type { Instant } from '#shared/foundation/core/time';
import type { CallTimeline, Failure } from './call-timeline.ts';

/** When the bot was asked to leave or cancelled; null if it was not. */
export interface Commands {
  readonly leftAt: Instant | null;
  readonly cancelledAt: Instant | null;
}

/** Where a bot stands. `playedShare` is how much of the recorded meeting was recorded, from 0 to 1. */
export type SimulatedState =
  | { readonly state: 'joining'; readonly lookAgainAt: Instant }
  | { readonly state: 'recording'; readonly startedAt: Instant; readonly lookAgainAt: Instant }
  | { readonly state: 'ended'; readonly startedAt: Instant; readonly endedAt: Instant; readonly playedShare: number }
  | ({ readonly state: 'failed'; readonly endedAt: Instant } & Failure);

/** Nothing runs between two checks: what happened so far follows from the timeline, the commands and the clock. */
export function simulatedStateAt(now: Instant, planned: CallTimeline, commands: Commands): SimulatedState {
  const timeline = interrupted(planned, commands);
  const { recordsAt, endsAt } = timeline;
  if (now >= endsAt) return outcomeOf(timeline);
  if (recordsAt !== null && now >= recordsAt) return { state: 'recording', startedAt: recordsAt, lookAgainAt: endsAt };
  return { state: 'joining', lookAgainAt: recordsAt === null || recordsAt > endsAt ? endsAt : recordsAt };
}

/** At a time scale so small that a meeting takes no time, all of it is played nevertheless. */
function outcomeOf(timeline: CallTimeline): SimulatedState {
  if (timeline.recordsAt === null) return failed(timeline.endsAt, timeline.failure);
  if (timeline.failure) return failed(timeline.endsAt, timeline.failure);
  const { recordsAt, endsAt, playedAt } = timeline;
  const playedShare = endsAt === playedAt ? 1 : (endsAt - recordsAt) / (playedAt - recordsAt);
  return { state: 'ended', startedAt: recordsAt, endedAt: endsAt, playedShare };
}

const failed = (endedAt: Instant, failure: Failure): SimulatedState => ({ state: 'failed', endedAt, ...failure });

/** A command after the end changes nothing, but that a cancelled recording is thrown away also then. */
function interrupted(planned: CallTimeline, { leftAt, cancelledAt }: Commands): CallTimeline {
  const timeline = leftAt !== null && leftAt < planned.endsAt ? leavingAt(leftAt, planned) : planned;
  if (cancelledAt === null || (timeline.failure && cancelledAt >= timeline.endsAt)) return timeline;
  return endingWithout(
    cancelledAt < timeline.endsAt ? cancelledAt : timeline.endsAt,
    timeline,
    'The bot was cancelled.',
  );
}

/** Who leaves before the first second was recorded has nothing to keep. */
const leavingAt = (leftAt: Instant, timeline: CallTimeline): CallTimeline =>
  timeline.recordsAt === null || leftAt <= timeline.recordsAt
    ? endingWithout(leftAt, timeline, 'The bot left before it recorded.')
    : { ...timeline, endsAt: leftAt, failure: null };

function endingWithout(endsAt: Instant, timeline: CallTimeline, detail: string): CallTimeline {
  const wasInCall = timeline.recordsAt !== null && endsAt >= timeline.recordsAt;
  return { ...timeline, endsAt, failure: { failure: wasInCall ? 'no_media' : 'not_admitted', detail } };
}
