import { reasonOf } from '#bin/demo/display-label';
import { numbered } from '#bin/demo/output/event-lines';
import { COLOUR_OF } from '#bin/demo/output/styles';
import type { Screen } from '#bin/demo/output/terminal';
import { counted, fitted, hanging } from '#bin/demo/output/text-layout';
import { missingOf, type WatchedMeeting } from '#bin/demo/tracked-meeting';
import type { Tally } from '#bin/demo/webhook-receiver';

type Look = Pick<Screen, 'columns' | 'paint'>;

const EVENTS_WIDTH = 11;
const LABEL_WIDTH = 24;

/** Every meeting with its label, and how many of the promised events arrived. */
export function outcomeTable({ columns, paint }: Look, meetings: readonly WatchedMeeting[]): readonly string[] {
  const titleWidth = columns - 6 - LABEL_WIDTH - 2 - EVENTS_WIDTH - 1;
  const row = (number: string, title: string, label: string, events: string) =>
    `  ${number} ${fitted(title, titleWidth)} ${label} ${events}`;
  const heading = row(' #', 'Meeting', fitted('Label', LABEL_WIDTH), 'Events');
  return [
    paint('dim', heading),
    ...meetings.flatMap((one) => {
      const label = paint(COLOUR_OF[one.label], fitted(one.label, LABEL_WIDTH));
      const because = whyOf(one);
      return [
        row(numbered(paint, one.number), one.title, label, countsOf(one)),
        ...(because ? hanging('     ', because, columns).map((line) => paint('dim', line)) : []),
      ];
    }),
  ];
}

/** `7 of 7, 11` : kinds promised, and events in all. */
function countsOf(one: WatchedMeeting): string {
  const { promised, arrived } = one;
  return `${promised.length - missingOf(one).length} of ${promised.length}${arrived.length > promised.length ? ` (${arrived.length})` : ''}`;
}

function whyOf(one: WatchedMeeting): string | undefined {
  if (one.failure !== undefined) return `its bot failed: ${one.failure}`;
  if (one.meeting.phase === 'cancelled') return 'it was cancelled';
  if (one.label === 'Not going to be recorded') return reasonOf(one.meeting);
  return one.label === 'Will be recorded' && !one.recorded ? 'another bot is bound for the same link' : undefined;
}

export const receivedLines = ({ paint }: Look, { requests, verified, duplicates }: Tally): readonly string[] => {
  const verdict = `${verified} of ${requests} requests verified, each by both of its signatures`;
  return [`  Signatures  ${paint(verified === requests ? 'green' : 'red', verdict)}`, `  Duplicates  ${duplicates}`];
};

/** What went wrong, in a sentence; undefined when every promise was kept. */
export function brokenPromise(meetings: readonly WatchedMeeting[], tally: Tally, waitedMs: number): string | undefined {
  if (tally.verified < tally.requests)
    return `${counted(tally.requests - tally.verified, 'request')} to the receiver had a signature that does not hold`;
  const lacking = meetings.filter((one) => missingOf(one).length > 0);
  if (lacking.length === 0) return undefined;
  const sentences = lacking.map(
    (one) =>
      `number ${one.number} (${one.title}) lacks ${missingOf(one).join(', ')}${one.failure === undefined ? '' : `, since its bot failed: ${one.failure.replace(/\.$/, '')}`}`,
  );
  return `Not every promised event arrived within ${Math.round(waitedMs / 1000)} s: ${sentences.join('; ')}`;
}
