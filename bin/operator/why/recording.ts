import { pausedAnd, type Words } from '#bin/operator/why/reasons';
import type { Platform } from '#shared/foundation/core/platform';
import { type Reason, reason } from '#shared/foundation/core/reason';
import { HOUR_MS, type Instant, isoOrNull } from '#shared/foundation/core/time';
import { STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import type { RecordingReason } from '#shared/meetings/meetings/rules/why-no-recording';
import { type CircuitBreaker, circuitAt } from '#shared/meetings/recorders/rules/circuit-breaker';

/** A recorder in the order of the meeting's platform. */
export interface RecorderFact {
  readonly name: string;
  readonly circuit: CircuitBreaker;
}

type RecorderReason = 'no_recorder' | 'circuits_open';

/** What stops every bot of a platform. */
export function ofRecorders(
  platform: Platform | null,
  recorders: readonly RecorderFact[],
  now: Instant,
): readonly Reason<RecorderReason>[] {
  const open = recorders.filter(({ circuit }) => circuitAt(circuit, now) === 'open');
  return [
    reason('no_recorder', recorders.length === 0, { platform }),
    reason('circuits_open', open.length === recorders.length, {
      recorders: open.map(({ name, circuit }) => `${name} until ${isoOrNull(circuit.openUntil)}`),
    }),
  ];
}

/** What `settings.sources["recording.enabled"]` says, in a sentence. */
const NO_BOT_BECAUSE: Readonly<Record<string, string>> = {
  default: 'no settings say that it is recorded',
  declined: 'every member declined it',
  no_meeting_url: 'it has no link to a call',
  unsupported_platform: 'its link is of a platform without recorders',
  recorded_elsewhere: 'another meeting of the same call has the bot',
  usage_limit:
    'a limit of the workspace is used up: workspace --limit sets another; or as many bots as may be join at that time (planned_bots)',
};

/** Of a meeting without a recording. */
export const RECORDING_WORDS: Words<RecordingReason | RecorderReason> = {
  archived: 'the workspace is archived',
  cancelled: 'every calendar event of it is cancelled',
  not_wanted: ({ reason: because }) =>
    because === undefined
      ? 'an assignment of settings turns recording off'
      : (NO_BOT_BECAUSE[String(because)] ?? String(because)),
  over: 'it was to be recorded, and is over: it was pushed too late for a bot',
  no_bot_yet:
    'it is to be recorded, and has no bot yet: a job decides it within a minute or two (dead-letters --list settings)',
  paused: pausedAnd('its automatic bots wait'),
  no_recorder: 'no recorder is in the order of its platform: recorder --order',
  circuits_open: 'every recorder failed three times running: recorder --list, then --test',
  late: 'it is due and was not sent: dead-letters --list bots',
  waits_for_turn:
    'it waits for its turn, within minutes: the workspace had sent its automatic bots of that minute, or was paused until now',
  not_yet: 'the bot joins later',
  joining: 'it is on its way into the call or in the lobby, and is given up after ten to twelve minutes',
  no_file: `the call is over at its recorder, which has made no file yet: the bot fails with no_recording ${STAY_LIMITS.files / HOUR_MS} hours after the end`,
  in_call: 'it records now',
  processing: 'the call is over, and the recording is copied and transcribed',
  failed: 'its bot failed; reason_message of GET /bots/{id} has the code of the recorder',
  bot_cancelled: 'its bot was cancelled: by a person, or by the end of its meeting',
  removed: 'its results were removed',
  recorded: 'there is a recording',
};
