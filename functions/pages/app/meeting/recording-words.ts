import { html } from 'hono/html';
import { type Content, dateTime } from '#shared/api/page-kit/components';
import type { Bot, FailedBot, FailureReason } from '#shared/meetings/bots/rules/bot';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import {
  type RecordingFacts,
  type RecordingReason,
  whyNoRecording,
} from '#shared/meetings/meetings/rules/why-no-recording';
import { sourceLabel } from './setting-labels.ts';

/** Why the meeting is recorded or not, and what can be done about it; the same reason as `npm run ops -- why recording`. */
export function recordingWords(facts: RecordingFacts): Content {
  const words = WORDS[whyNoRecording(facts).found.name];
  return typeof words === 'function' ? words(facts) : words;
}

const OPERATOR = 'If this lasts, contact the operator of this service.';

const WORDS: Readonly<Record<RecordingReason, Content | ((facts: RecordingFacts) => Content)>> = {
  archived: 'The workspace is archived.',
  cancelled: 'The meeting is cancelled in every calendar.',
  not_wanted: ({ meeting }) => notWanted(meeting),
  over: 'It was over before a notetaker could be sent. A meeting has to be in a calendar before it begins.',
  no_bot_yet: 'A notetaker is scheduled within a minute or two.',
  paused:
    'The workspace is paused: notetakers that settings would send wait. Contact the operator of this service to end it.',
  late: `The notetaker was due and was not sent yet. ${OPERATOR}`,
  waits_for_turn: 'The notetaker waits for its turn: it is sent within minutes.',
  not_yet: ({ bot }) => html`The notetaker joins at ${dateTime(joinTimeOf(bot))}.`,
  joining:
    'The notetaker is on its way into the call. It may wait in the lobby: someone in the call has to admit it within ten minutes.',
  no_file: 'The call is over, and its recording is not there yet. This takes two hours at most.',
  in_call: 'The notetaker is in the call.',
  processing: 'The call is over. The recording is being prepared.',
  failed: ({ bot }) => (bot?.status === 'failed' ? failureOf(bot) : FAILURES.bot_error),
  bot_cancelled: 'The notetaker was cancelled.',
  removed: ({ meeting }) =>
    html`There was a recording. What was recorded was removed on ${dateTime(meeting.resultsRemovedAt ?? null)}.`,
  recorded: 'There is a recording.',
};

const joinTimeOf = (bot: Bot | undefined) => bot?.joinAt ?? bot?.createdAt ?? null;

/** Another meeting of the same call is not named. */
const NOT_WANTED_BECAUSE: Readonly<Record<string, string>> = {
  default: 'No settings turn recording on. Turn it on for the workspace, a member or this meeting.',
  declined: 'All members declined it. It is recorded once one of them accepts.',
  no_meeting_url: 'It has no link to a call. Add one to the calendar event.',
  unsupported_platform: 'Its link is not one of Zoom, Google Meet or Microsoft Teams. Notetakers join no other calls.',
  recorded_elsewhere: 'The notetaker of another meeting in the same call records it.',
  usage_limit:
    'The usage limit of the workspace is reached. Contact the operator of this service to raise it; owners and admins see it on the page Usage, unless it is that of notetakers that join at the same time.',
};

function notWanted(meeting: Meeting): Content {
  const source = meeting.settings.sources['recording.enabled'];
  if (source.assignmentId !== null) return `Recording is turned off: ${lowered(sourceLabel(meeting, source))}.`;
  return NOT_WANTED_BECAUSE[source.reason] ?? 'Recording is turned off.';
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/**
 * Why there is no transcript may be the limit of the workspace, or the engine's reason. Why a bot was never given to a
 * recorder, such as a limit of bots or a paused workspace, is a sentence of ours.
 */
export function failureOf(bot: Failure): string {
  const { reason, reasonMessage } = bot;
  if (reason === 'transcription_failed') return `${FAILURES[reason]} ${reasonMessage}`;
  return reason === 'bot_error' && hadNoRecorder(bot) ? reasonMessage : FAILURES[reason];
}

type Failure = Pick<FailedBot, 'reason' | 'reasonMessage' | 'recorder' | 'recordersTried'>;

const hadNoRecorder = ({ recorder, recordersTried = [] }: Failure): boolean =>
  recorder === undefined && recordersTried.length === 0;

const FAILURES: Readonly<Record<FailureReason, string>> = {
  no_recording: 'The notetaker was not admitted, no one else joined, or the recording was not started.',
  invalid_meeting_url: 'The meeting link is not valid.',
  bot_error: 'The recorder failed or could not be reached.',
  transcription_failed: 'The transcript could not be generated. The recording is available.',
};
