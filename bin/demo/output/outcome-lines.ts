import { styleText } from 'node:util';
import { counted, fitted, hanging } from '#bin/cli/text-layout';
import { reasonOf } from '#bin/demo/display-label';
import { styledNumber } from '#bin/demo/output/event-lines';
import { LABEL_STYLES } from '#bin/demo/output/styles';
import { missingEvents, type TrackedMeeting } from '#bin/demo/tracked-meeting';
import type { ReceiverCounts } from '#bin/demo/webhook-receiver';

const EVENTS_WIDTH = 11;
const LABEL_WIDTH = 24;

/** A table of the meetings, with their label and how many expected events arrived. */
export function outcomeLines(columns: number, meetings: readonly TrackedMeeting[]): readonly string[] {
  const titleWidth = columns - 6 - LABEL_WIDTH - 2 - EVENTS_WIDTH - 1;
  const row = (number: string, title: string, label: string, events: string) =>
    `  ${number} ${fitted(title, titleWidth)} ${label} ${events}`;
  const rows = meetings.flatMap((one) => {
    const label = styleText(LABEL_STYLES[one.label], fitted(one.label, LABEL_WIDTH));
    const reason = hanging('     ', explanationOf(one) ?? '', columns).map((line) => styleText('dim', line));
    return [row(styledNumber(one.number), one.title, label, eventCounts(one)), ...reason];
  });
  return [styleText('dim', row(' #', 'Meeting', fitted('Label', LABEL_WIDTH), 'Events')), ...rows];
}

/** `7 of 7 (11)`: expected event types, and all received events. */
function eventCounts(one: TrackedMeeting): string {
  const { expected, received } = one;
  const all = received.length > expected.length ? ` (${received.length})` : '';
  return `${expected.length - missingEvents(one).length} of ${expected.length}${all}`;
}

function explanationOf({ failure, meeting, label, hasBot }: TrackedMeeting): string | undefined {
  if (failure !== undefined) return `its bot failed: ${failure}`;
  if (meeting.phase === 'cancelled') return 'it was cancelled';
  if (label === 'Not going to be recorded') return reasonOf(meeting);
  return label === 'Will be recorded' && !hasBot
    ? 'the bot of another meeting with the same link records it'
    : undefined;
}

export function receiverLines({ requests, verified, duplicates }: ReceiverCounts): readonly string[] {
  const signatures = `${verified} of ${requests} requests verified, by verifyWebhook of the TypeScript client`;
  return [
    `  Signatures  ${styleText(verified === requests ? 'green' : 'red', signatures)}`,
    `  Duplicates  ${duplicates}`,
  ];
}

/** What failed, in a sentence; undefined when all expected events arrived with valid signatures. */
export function failureOf(
  meetings: readonly TrackedMeeting[],
  { requests, verified }: ReceiverCounts,
  timeoutMs: number,
): string | undefined {
  if (verified < requests) return `${counted(requests - verified, 'webhook request')} had an invalid signature`;
  const incomplete = meetings.filter((one) => missingEvents(one).length > 0);
  if (incomplete.length === 0) return undefined;
  const details = incomplete.map((one) => {
    const reason = one.failure === undefined ? '' : `, because its bot failed: ${one.failure.replace(/\.$/, '')}`;
    return `number ${one.number} (${one.title}) lacks ${missingEvents(one).join(', ')}${reason}`;
  });
  return `Not all expected events arrived within ${Math.round(timeoutMs / 1000)} s: ${details.join('; ')}`;
}
