import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { counted } from '#bin/cli/text-layout';
import { MeetingSchema, ResultsSchema } from '#bin/demo/api-schemas';
import type { LoadedCalendar } from '#bin/demo/calendar/load-calendar';
import type { Occurrence } from '#bin/demo/calendar/occurrences';
import { shiftCalendar } from '#bin/demo/calendar/shift-calendar';
import type { Client, VerifyWebhook } from '#bin/demo/client';
import { type MeetingTracker, meetingTracker } from '#bin/demo/meeting-tracker';
import { calendarLines, heading, titleLines } from '#bin/demo/output/calendar-lines';
import { eventLine, progressLine, pushedLine } from '#bin/demo/output/event-lines';
import { mailLines } from '#bin/demo/output/mail-lines';
import { failureOf, outcomeLines, receiverLines } from '#bin/demo/output/outcome-lines';
import { mediaLine, summaryLines, transcriptLines } from '#bin/demo/output/results-lines';
import type { Terminal } from '#bin/demo/output/terminal';
import { pushOccurrence } from '#bin/demo/push-occurrence';
import { recognizedResults, sendTalkingBot } from '#bin/demo/recognized-meeting';
import { enableRecording, subscribe } from '#bin/demo/setup';
import { mailSummary, summaryMails } from '#bin/demo/summary-mails';
import { isComplete, type TrackedMeeting } from '#bin/demo/tracked-meeting';
import { openReceiver, type WebhookReceiver } from '#bin/demo/webhook-receiver';
import type { Stack } from '#bin/stack/stack-file';
import { systemClock } from '#shared/foundation/platform/system-clock';

interface Demo {
  readonly stack: Stack;
  readonly api: Client;
  /** Works after an interruption. */
  readonly cleanUpApi: Client;
  readonly verifyWebhook: VerifyWebhook;
  readonly terminal: Terminal;
  readonly calendar: LoadedCalendar;
  readonly options: { readonly record: 'external' | 'all'; readonly most: number; readonly timeoutMs: number };
  readonly signal: AbortSignal;
  /** Run at the end in reverse order, after a failure too. */
  readonly cleanups: (() => Promise<void>)[];
}

/** Runs the whole demo. Answers what failed, in a sentence; undefined when all expected events arrived. */
export async function runDemo(demo: Demo): Promise<string | undefined> {
  const { terminal, stack, api } = demo;
  terminal.print(...titleLines(stack));
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const tracker = meetingTracker((event, after) =>
    terminal.print(eventLine(terminal.columns, event, after, elapsedMs())),
  );
  const receiver = await listen(demo, tracker);
  const talking = await sendTalkingBot(api, stack);

  await pushCalendar(demo, tracker);
  terminal.print(...heading('What happens'));
  await waitForEvents(demo, tracker, () => terminal.status(progressLine(tracker.meetings(), elapsedMs())));
  terminal.status('');

  // Webhooks can arrive in any order: the final state is read from the API.
  for (const { meeting } of tracker.meetings())
    tracker.refresh(v.parse(MeetingSchema, await api.readMeeting({ path: { id: meeting.id } })));
  await printResults(demo, tracker.meetings());
  await printRecognized(demo, talking);
  return printOutcome(demo, tracker.meetings(), receiver, elapsedMs());
}

async function listen(demo: Demo, tracker: MeetingTracker): Promise<WebhookReceiver> {
  const { terminal, api, cleanUpApi, verifyWebhook, stack, options, cleanups } = demo;
  const receiver = await openReceiver(verifyWebhook, tracker.receive);
  cleanups.push(receiver.close);
  const endpoint = await subscribe(api, stack.workspace_id, receiver.url);
  cleanups.push(async () => void (await cleanUpApi.deleteWebhookEndpoint({ path: { id: endpoint.id } })));
  receiver.setSecret(endpoint.secret);
  await enableRecording(api, stack.workspace_id, options.record);
  terminal.print(
    ...heading('Setup'),
    `  Receiver    ${receiver.url}, for every event`,
    `  Settings    ${options.record === 'all' ? 'every meeting is' : 'meetings with external attendees are'} recorded`,
  );
  return receiver;
}

async function pushCalendar({ terminal, api, stack, calendar, options }: Demo, tracker: MeetingTracker): Promise<void> {
  const shifted = shiftCalendar(calendar.occurrences, { now: systemClock.now(), most: options.most });
  const target = { workspace_id: stack.workspace_id, member_data: ownerOf(calendar, shifted.occurrences, stack) };
  terminal.print(...heading('The calendar'), ...calendarLines(terminal.columns, calendar, shifted), '');
  const pushed: TrackedMeeting[] = [];
  for (const [index, occurrence] of shifted.occurrences.entries()) {
    const tracked = await pushOccurrence(api, target, occurrence, index + 1);
    terminal.print(pushedLine(terminal.columns, tracked, occurrence));
    pushed.push(tracked);
    if (tracked.hasBot) await mailSummary(api, tracked.meeting.id);
  }
  for (const tracked of pushed) tracker.track(tracked);
}

/** The owner of the calendar with the name on the invitations; the user of the stack if the export has no owner. */
function ownerOf({ ownerEmail }: LoadedCalendar, occurrences: readonly Occurrence[], stack: Stack) {
  const email = ownerEmail ?? stack.user_email;
  const people = occurrences.flatMap(({ organizer, attendees }) => [...(organizer ? [organizer] : []), ...attendees]);
  return { email, name: people.find((person) => person.email === email)?.name ?? null };
}

const POLL_INTERVAL_MS = 200;
/** For events that are not expected, such as a last `meeting.updated`. */
const GRACE_MS = 2_000;

/** Waits until no further event is expected, or the timeout has passed. */
async function waitForEvents({ options, signal }: Demo, tracker: MeetingTracker, onPoll: () => void): Promise<void> {
  const deadline = performance.now() + options.timeoutMs;
  while (!tracker.meetings().every(isComplete) && performance.now() < deadline) {
    onPoll();
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
  await sleep(GRACE_MS, undefined, { signal });
}

async function printResults(
  { terminal, api, stack, signal }: Demo,
  meetings: readonly TrackedMeeting[],
): Promise<void> {
  const ready = meetings.find(({ hasBot, label }) => hasBot && label === 'Ready');
  if (!ready) return;
  const results = v.parse(ResultsSchema, await api.readMeetingResults({ path: { id: ready.meeting.id } }));
  terminal.print(
    ...heading(`The transcript of ${ready.number}, ${ready.title}`),
    ...transcriptLines(terminal.columns, results),
    ...heading('Its summary'),
    ...summaryLines(terminal.columns, results),
    ...heading('Its media'),
    `  ${mediaLine(results)}`,
    ...heading('The mail with its summary'),
  );
  const mails = await summaryMails(stack, ready.meeting.id, signal);
  terminal.print(...mailLines(terminal.columns, stack, mails));
}

/** A meeting whose words were recognized from its sound; those above are from the script of the recorded meeting. */
async function printRecognized({ terminal, api, options, signal }: Demo, meetingId: string | undefined): Promise<void> {
  terminal.print(...heading('A meeting whose words were recognized from its sound'));
  const recognized = await recognizedResults(api, meetingId, { timeoutMs: options.timeoutMs, signal });
  terminal.print(
    ...(typeof recognized === 'string' ? [`  ${recognized}`] : transcriptLines(terminal.columns, recognized)),
  );
}

function printOutcome(
  { terminal, stack, options }: Demo,
  meetings: readonly TrackedMeeting[],
  { counts }: WebhookReceiver,
  elapsedMs: number,
): string | undefined {
  terminal.print(
    ...heading(`The meetings after ${Math.round(elapsedMs / 1000)} s`),
    ...outcomeLines(terminal.columns, meetings),
    '',
    ...receiverLines(counts),
  );
  const failure = failureOf(meetings, counts, options.timeoutMs);
  const recorded = meetings.filter(({ hasBot }) => hasBot);
  const success = `All expected events arrived for ${counted(recorded.length, 'recorded meeting')}, with valid signatures.`;
  if (recorded.length === 0)
    terminal.print('', 'No meeting is recorded. --record all includes meetings among colleagues.');
  else if (failure === undefined) terminal.print(...heading(success));
  terminal.print(
    ...heading('Try next'),
    `  curl -H 'Authorization: ${stack.api_key}' \\`,
    `    ${stack.base_url}/meetings/${(recorded[0] ?? meetings[0])?.meeting.id}/results`,
    '  npm run demo -- your-own-export.ics',
    '',
  );
  return failure;
}
