import type { EventAnswer } from '#bin/demo/answers';
import { type Label, reasonOf } from '#bin/demo/label';
import type { Occurrence } from '#bin/demo/occurrences';
import { COLOUR_OF, type Paint, voiceColour } from '#bin/demo/paint';
import type { Screen } from '#bin/demo/screen';
import { counted, fitted } from '#bin/demo/text-layout';
import { missingOf, type WatchedMeeting } from '#bin/demo/watched-meeting';
import { platformOf } from '#shared/meetings/rules/meeting-url';

type Look = Pick<Screen, 'columns' | 'paint'>;

const TIME_WIDTH = 7;
/** `bot.recording_completed`, the longest that is promised. */
const TYPE_WIDTH = 23;
const LABEL_WIDTH = 24;

/** One occurrence as it was pushed: when it starts now, what it is, and what becomes of it. */
export function pushedLine({ columns, paint }: Look, one: WatchedMeeting, moved: Occurrence): string {
  const title = fitted(one.title, columns - 2 - 3 - 10 - 6 - LABEL_WIDTH - 2);
  const why = fateOf(one);
  return `  ${numbered(paint, one.number)} ${clock(moved.startsAt)}  ${title} ${fitted(linkOf(moved), 6)} ${paint(COLOUR_OF[one.label], why)}`;
}

function fateOf(one: WatchedMeeting): string {
  if (one.label === 'Will be recorded' && !one.recorded) return 'By a bot already bound';
  if (one.label === 'Not going to be recorded') return `No: ${reasonOf(one.meeting) ?? one.label}`;
  if (one.recorded && one.label === 'Ready') return 'Will be recorded again';
  return one.meeting.phase === 'cancelled' ? 'Cancelled' : one.label;
}

const linkOf = ({ meetingUrl }: Occurrence): string =>
  meetingUrl === null ? '–' : (platformOf(meetingUrl) ?? 'other');

/** One event as it arrived, with the label that its meeting has after it. */
export function eventLine(
  { columns, paint }: Look,
  event: EventAnswer,
  after: WatchedMeeting,
  elapsedMs: number,
): string {
  const title = fitted(after.title, columns - TIME_WIDTH - 4 - TYPE_WIDTH - 1 - LABEL_WIDTH - 2);
  const type = fitted(event.type, TYPE_WIDTH);
  const label = event.type.startsWith('meeting.')
    ? paint(COLOUR_OF[after.label], after.label)
    : paint('dim', MEANING[event.type] ?? '');
  return `${elapsed(elapsedMs)} ${numbered(paint, after.number)} ${title} ${paint(isMilestone(event.type) ? 'bold' : 'dim', type)}  ${label}`;
}

const MEANING: Readonly<Record<string, string>> = {
  'bot.recording_started': 'the bot is in the call',
  'bot.recording_completed': 'audio and video are kept',
  'bot.transcript_ready': 'who said what, and when',
  'bot.summary_ready': 'what it came to',
  'bot.failed': 'the bot failed',
  'bot.cancelled': 'the bot was called off',
};

const isMilestone = (type: string): boolean => type !== 'meeting.updated' && type !== 'meeting.created';

const BAR_WIDTH = 20;

/** How far it all is, and what is being waited for. */
export function progressLine({ paint }: Look, meetings: readonly WatchedMeeting[], elapsedMs: number): string {
  const promised = meetings.reduce((sum, one) => sum + one.promised.length, 0);
  const arrived = promised - meetings.reduce((sum, one) => sum + missingOf(one).length, 0);
  const filled = promised === 0 ? BAR_WIDTH : Math.floor((arrived / promised) * BAR_WIDTH);
  const bar = `${paint('green', '█'.repeat(filled))}${paint('dim', '░'.repeat(BAR_WIDTH - filled))}`;
  return `${elapsed(elapsedMs)} ${bar} ${arrived} of ${promised} promised; ${awaited(meetings)}`;
}

function awaited(meetings: readonly WatchedMeeting[]): string {
  const open = meetings.filter((one) => missingOf(one).length > 0);
  const at = (label: Label) => open.filter((one) => one.label === label).length;
  if (at('Recording') > 0) return `${counted(at('Recording'), 'call')} being recorded`;
  if (at('Processing') > 0) return `${counted(at('Processing'), 'recording')} being processed`;
  if (at('Will be recorded') > 0) return `${counted(at('Will be recorded'), 'bot')} on the way`;
  return open.length > 0 ? 'the last webhooks' : 'all there';
}

const elapsed = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`.padStart(TIME_WIDTH);

export const numbered = (paint: Paint, number: number): string =>
  paint(voiceColour(number - 1), String(number).padStart(2));

/** `14:03:20` by this machine's clock. */
const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);
