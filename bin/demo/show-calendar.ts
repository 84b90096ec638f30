import { MeetingAnswer, ResultsAnswer } from '#bin/demo/answers';
import type { Api } from '#bin/demo/api';
import { awaitPromises } from '#bin/demo/await-promises';
import type { DemoOptions } from '#bin/demo/demo-options';
import { type Ledger, openLedger } from '#bin/demo/ledger';
import { type LoadedCalendar, loadCalendar } from '#bin/demo/load-calendar';
import { movedCalendar } from '#bin/demo/moved-calendar';
import type { Occurrence } from '#bin/demo/occurrences';
import { recordMeetings, subscribe } from '#bin/demo/prepare';
import { pushOccurrence } from '#bin/demo/push-calendar';
import { openReceiver, type Receiver } from '#bin/demo/receiver';
import type { StackToShow } from '#bin/demo/running-stack';
import type { Screen } from '#bin/demo/screen';
import { calendarLines, heading, titleLines } from '#bin/demo/tell-calendar';
import { eventLine, progressLine, pushedLine } from '#bin/demo/tell-events';
import { brokenPromise, outcomeTable, receivedLines } from '#bin/demo/tell-outcome';
import { mediaLine, summaryLines, transcriptLines } from '#bin/demo/tell-results';
import { counted } from '#bin/demo/text-layout';
import type { WatchedMeeting } from '#bin/demo/watched-meeting';
import { systemClock } from '#shared/platform/system-clock';

export interface Show {
  readonly stack: StackToShow;
  readonly api: Api;
  readonly screen: Screen;
  readonly options: DemoOptions;
  readonly signal: AbortSignal;
  /** What is to be taken away at the end, however it comes; the last is taken away first. */
  readonly undo: (() => Promise<void>)[];
}

/** The whole tour; answers what promise was broken, if one was. */
export async function showCalendar(show: Show): Promise<string | undefined> {
  const { screen, stack, options } = show;
  const calendar = await loadCalendar(options.file, systemClock.now());
  screen.lines(...titleLines(screen, stack));

  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const ledger = openLedger((event, after) => screen.lines(eventLine(screen, event, after, elapsedMs())));
  const receiver = await listen(show, ledger);

  await push(show, calendar, ledger);
  screen.lines(...heading(screen, 'What happens'));
  await awaitPromises({
    meetings: ledger.meetings,
    patienceMs: options.patienceMs,
    onLook: () => screen.status(progressLine(screen, ledger.meetings(), elapsedMs())),
    signal: show.signal,
  });
  screen.calm();

  // A webhook is a signal to read again: what counts is what the service says now.
  for (const { meeting } of ledger.meetings())
    ledger.reread(await show.api.get(`/meetings/${meeting.id}`, MeetingAnswer));
  await tellResults(show, ledger.meetings());
  return tellOutcome(show, ledger.meetings(), receiver, elapsedMs());
}

async function listen({ screen, api, stack, options, undo }: Show, ledger: Ledger): Promise<Receiver> {
  const receiver = await openReceiver(ledger.hear);
  undo.push(receiver.close);
  const endpoint = await subscribe(api, stack.workspace_id, receiver.url);
  undo.push(() => api.remove(`/webhook_endpoints/${endpoint.id}`));
  receiver.trust(endpoint.secret);
  await recordMeetings(api, stack.workspace_id, options.record);
  screen.lines(
    ...heading(screen, 'Prepared'),
    `  Receiver    ${receiver.url}, for every event`,
    `  Settings    ${options.record === 'all' ? 'every meeting is' : 'meetings with people from outside are'} recorded`,
  );
  return receiver;
}

async function push({ screen, api, stack, options }: Show, calendar: LoadedCalendar, ledger: Ledger): Promise<void> {
  const moved = movedCalendar(calendar.occurrences, { now: systemClock.now(), most: options.most });
  const owner = ownerOf(calendar, moved.shown, stack);
  screen.lines(...heading(screen, 'The calendar'), ...calendarLines(screen, calendar, moved), '');
  const pushed: WatchedMeeting[] = [];
  for (const [index, occurrence] of moved.shown.entries()) {
    const one = await pushOccurrence({ api, workspaceId: stack.workspace_id, owner }, occurrence, index + 1);
    screen.lines(pushedLine(screen, one, occurrence));
    pushed.push(one);
  }
  for (const one of pushed) ledger.follow(one);
}

/** The calendar's owner by name, as invitations have it; where the export names nobody, the user of the stack. */
function ownerOf({ ownerEmail }: LoadedCalendar, shown: readonly Occurrence[], stack: StackToShow) {
  const email = ownerEmail ?? stack.user_email;
  const people = shown.flatMap(({ organizer, attendees }) => [...(organizer ? [organizer] : []), ...attendees]);
  return { email, name: people.find((person) => person.email === email)?.name ?? null };
}

async function tellResults({ screen, api }: Show, meetings: readonly WatchedMeeting[]): Promise<void> {
  const ready = meetings.find(({ recorded, label }) => recorded && label === 'Ready');
  if (!ready) return;
  const results = await api.get(`/meetings/${ready.meeting.id}/results`, ResultsAnswer);
  screen.lines(
    ...heading(screen, `The transcript of ${ready.number}, ${ready.title}`),
    ...transcriptLines(screen, results),
    ...heading(screen, 'Its summary'),
    ...summaryLines(screen, results),
    ...heading(screen, 'Its media'),
    `  ${mediaLine(results)}`,
  );
}

function tellOutcome(
  { screen, stack, options }: Show,
  meetings: readonly WatchedMeeting[],
  { tally }: Receiver,
  elapsedMs: number,
): string | undefined {
  screen.lines(
    ...heading(screen, `The meetings after ${Math.round(elapsedMs / 1000)} s`),
    ...outcomeTable(screen, meetings),
    '',
    ...receivedLines(screen, tally),
  );
  const broken = brokenPromise(meetings, tally, options.patienceMs);
  const recorded = meetings.filter((one) => one.recorded);
  if (broken === undefined && recorded.length > 0) screen.lines(...heading(screen, keptLine(recorded)));
  if (recorded.length === 0)
    screen.lines('', 'Nothing of it is recorded; with --record all, meetings among colleagues are too.');
  const shown = (recorded[0] ?? meetings[0])?.meeting.id;
  screen.lines(
    ...heading(screen, 'Try next'),
    `  curl -H 'Authorization: ${stack.api_key}' \\`,
    `    ${stack.base_url}/meetings/${shown}/results`,
    '  npm run demo -- your-own-export.ics',
    '',
  );
  return broken;
}

const keptLine = (recorded: readonly WatchedMeeting[]) =>
  `All promised events arrived for ${counted(recorded.length, 'recorded meeting')}, both signatures verified.`;
