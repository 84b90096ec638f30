import { type Instant, later } from '#shared/foundation/core/time';
import { parseUrl } from '#shared/foundation/core/url';
import type { RecordingOrder } from '#shared/meetings/recorders/ports';
import type { RecorderFailure } from '#shared/meetings/recorders/rules/observation';

/** How long things take, in milliseconds of the clock (already scaled). */
interface SimulatedDurations {
  /** From being sent to being let in. */
  readonly lobby: number;
  /** How long a bot that is not let in, or not asked to record, stays before it gives up. */
  readonly admissionTimeout: number;
  /** From admission to the command that starts the recording, where it starts on command. */
  readonly untilAsked: number;
  /** From the first second of the recorded meeting to its last. */
  readonly playing: number;
}

/** What happens to a bot that is neither asked to leave nor cancelled. One that records may still fail; one that never records always fails. */
export type CallTimeline =
  | {
      readonly recordsAt: Instant;
      readonly endsAt: Instant;
      /** When the last second of the recorded meeting is played; after the end, if it ends early. */
      readonly playedAt: Instant;
      readonly failure: Failure | null;
    }
  | { readonly recordsAt: null; readonly endsAt: Instant; readonly failure: Failure };

export interface Failure {
  readonly failure: RecorderFailure;
  readonly detail: string;
}

interface Sent {
  readonly scenario: Scenario;
  readonly start: RecordingOrder['start'];
  readonly sentAt: Instant;
}

/** Decided by the meeting code alone: in `wait` the recording is never started, whatever the order says. */
export function timelineOf({ scenario, start, sentAt }: Sent, tempo: SimulatedDurations): CallTimeline {
  const letInAt = later(sentAt, Math.round(tempo.lobby));
  const recordsAt = start === 'on_command' ? later(letInAt, Math.round(tempo.untilAsked)) : letInAt;
  const playedAt = later(recordsAt, Math.round(tempo.playing));
  switch (scenario) {
    case 'nour':
      return neverRecording(sentAt, 'invalid_link', 'The link leads to no meeting.');
    case 'lobb':
      return neverRecording(
        later(sentAt, Math.round(tempo.admissionTimeout)),
        'not_admitted',
        'The bot was not admitted to the call.',
      );
    case 'wait':
      return neverRecording(
        later(letInAt, Math.round(tempo.admissionTimeout)),
        'not_admitted',
        'The recording was never started.',
      );
    case 'dead': {
      const failure = { failure: 'crashed', detail: 'The recorder crashed during the call.' } as const;
      return { recordsAt, endsAt: later(recordsAt, Math.round(tempo.playing / 2)), playedAt, failure };
    }
    case 'echo':
    case 'good':
    case 'hums':
    case 'live':
    case 'long':
    case 'lost':
    case 'mute':
    case 'noai':
    case 'talk':
      return { recordsAt, endsAt: playedAt, playedAt, failure: null };
  }
}

const neverRecording = (endsAt: Instant, failure: RecorderFailure, detail: string): CallTimeline => ({
  recordsAt: null,
  endsAt,
  failure: { failure, detail },
});

/** How a simulated call goes; `call-timeline.ts` says what happens in each scenario. */
export type Scenario = (typeof SCENARIOS)[number];

export const SCENARIOS = [
  'good',
  'live',
  'lobb',
  'long',
  'dead',
  'echo',
  'hums',
  'lost',
  'mute',
  'noai',
  'nour',
  'talk',
  'wait',
] as const;

const CODE = /^\/[^/-]+-([^/-]+)-[^/-]+\/?$/;

/**
 * The middle group of a Google Meet code selects the scenario, like the number of a test card in payments:
 * `https://meet.google.com/abc-lobb-def`. The scenario of every other link is `good`.
 */
export const scenarioOf = (meetingUrl: string): Scenario =>
  SCENARIOS.find((scenario) => scenario === middleGroupOf(meetingUrl)) ?? 'good';

/** In lower case; undefined for any link but a Meet code. */
export function middleGroupOf(meetingUrl: string): string | undefined {
  const url = parseUrl(meetingUrl);
  return url?.hostname === 'meet.google.com' ? CODE.exec(url.pathname)?.[1]?.toLowerCase() : undefined;
}
