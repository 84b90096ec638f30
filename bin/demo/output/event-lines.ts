import { styleText } from 'node:util';
import { progressBar } from '#bin/cli/progress-bar';
import { counted, fitted } from '#bin/cli/text-layout';
import type { WebhookEvent } from '#bin/demo/api-schemas';
import type { Occurrence } from '#bin/demo/calendar/occurrences';
import { type Label, reasonOf } from '#bin/demo/display-label';
import { LABEL_STYLES, seriesStyle } from '#bin/demo/output/styles';
import { missingEvents, type TrackedMeeting } from '#bin/demo/tracked-meeting';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';

const TIME_WIDTH = 7;
/** `bot.recording_completed`, the longest expected event type. */
const TYPE_WIDTH = 23;
const LABEL_WIDTH = 24;

/** A pushed occurrence: its new start, title, platform and whether it will be recorded. */
export function pushedLine(columns: number, tracked: TrackedMeeting, { startsAt, meetingUrl }: Occurrence): string {
  const title = fitted(tracked.title, columns - 2 - 3 - 10 - 6 - LABEL_WIDTH - 2);
  const time = new Date(startsAt).toTimeString().slice(0, 8);
  const platform = fitted(meetingUrl === null ? '–' : (platformOf(meetingUrl) ?? 'other'), 6);
  const plan = styleText(LABEL_STYLES[tracked.label], planOf(tracked));
  return `  ${styledNumber(tracked.number)} ${time}  ${title} ${platform} ${plan}`;
}

function planOf({ label, hasBot, meeting }: TrackedMeeting): string {
  if (label === 'Will be recorded' && !hasBot) return "With another meeting's bot";
  if (label === 'Not going to be recorded') return `No: ${reasonOf(meeting) ?? label}`;
  if (hasBot && label === 'Ready') return 'Will be recorded again';
  return meeting.phase === 'cancelled' ? 'Cancelled' : label;
}

/** A received event, with the label of its meeting afterwards or what the event means. */
export function eventLine(columns: number, { type }: WebhookEvent, after: TrackedMeeting, elapsedMs: number): string {
  const title = fitted(after.title, columns - TIME_WIDTH - 4 - TYPE_WIDTH - 1 - LABEL_WIDTH - 2);
  const meaning = type.startsWith('meeting.')
    ? styleText(LABEL_STYLES[after.label], after.label)
    : styleText('dim', MEANINGS[type] ?? '');
  const styledType = styleText(ROUTINE_EVENTS.includes(type) ? 'dim' : 'bold', fitted(type, TYPE_WIDTH));
  return `${elapsed(elapsedMs)} ${styledNumber(after.number)} ${title} ${styledType}  ${meaning}`;
}

const ROUTINE_EVENTS = ['meeting.updated', 'meeting.created'];

const MEANINGS: Readonly<Record<string, string>> = {
  'bot.recording_started': 'the bot is in the call',
  'bot.recording_completed': 'audio and video stored',
  'bot.transcript_ready': 'speakers, words, times',
  'bot.summary_ready': 'summary, action items',
  'bot.failed': 'the bot failed',
  'bot.cancelled': 'the bot was cancelled',
};

/** How many expected events arrived, and what the demo is waiting for. */
export function progressLine(meetings: readonly TrackedMeeting[], elapsedMs: number): string {
  const expected = meetings.reduce((sum, one) => sum + one.expected.length, 0);
  const received = expected - meetings.reduce((sum, one) => sum + missingEvents(one).length, 0);
  return `${elapsed(elapsedMs)} ${progressBar(received, expected)} ${received} of ${expected} expected events; ${activityOf(meetings)}`;
}

function activityOf(meetings: readonly TrackedMeeting[]): string {
  const open = meetings.filter((one) => missingEvents(one).length > 0);
  const count = (label: Label) => open.filter((one) => one.label === label).length;
  if (count('Recording') > 0) return `${counted(count('Recording'), 'call')} being recorded`;
  if (count('Processing') > 0) return `${counted(count('Processing'), 'recording')} being processed`;
  if (count('Will be recorded') > 0) return `${counted(count('Will be recorded'), 'bot')} joining`;
  return open.length > 0 ? 'the last webhooks' : 'complete';
}

const elapsed = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`.padStart(TIME_WIDTH);

export const styledNumber = (number: number): string => styleText(seriesStyle(number - 1), String(number).padStart(2));
