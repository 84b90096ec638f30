import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { Interrupted, interruptSignal } from '#bin/cli/interrupt';
import { optional, positional, withDefault } from '#bin/cli/options';
import { choice, path, wholeNumber } from '#bin/cli/value-types';
import { loadCalendar } from '#bin/demo/calendar/load-calendar';
import { clientModule } from '#bin/demo/client';
import { openTerminal } from '#bin/demo/output/terminal';
import { runDemo } from '#bin/demo/run-demo';
import { relativePath, STATE_DIR } from '#bin/paths';
import { runningStack } from '#bin/stack/stack-file';
import { systemClock } from '#shared/foundation/platform/system-clock';

/** npm run demo: the meetings of a calendar on a running stack, from the calendar push to the summary. */
export const demo = command({
  name: 'npm run demo',
  description: `Pushes the meetings of a calendar to a running stack and shows their webhooks, a transcript and a summary. The first
meeting is moved to start in three minutes, the others follow seconds later.`,
  options: {
    calendar: positional(optional(path, 'export of Google, Outlook or Apple instead of assets/demo/calendar.ics')),
    record: withDefault('external', choice('external', 'all'), 'record meetings with external attendees, or all'),
    most: withDefault('8', wholeNumber(1, 50), 'number of occurrences'),
    timeout: withDefault('300', wholeNumber(1, 3600), 'seconds to wait for all events'),
    stack: withDefault(relativePath(join(STATE_DIR, 'stack.json')), path, 'stack.json of the stack'),
  },
  run: async ({ calendar: file, record, most, timeout, stack: stackFile }) => {
    const signal = interruptSignal();
    const cleanups: (() => Promise<void>)[] = [];
    const terminal = openTerminal();
    try {
      const stack = await runningStack(stackFile);
      const calendar = await loadCalendar(file, systemClock.now());
      const { clientOf, verifyWebhook } = await clientModule(terminal);
      const api = clientOf(stack, signal);
      // Deletes the webhook endpoint also after an interruption.
      const cleanUpApi = clientOf(stack);
      const options = { record, most, timeoutMs: timeout * 1000 };
      const demo = { stack, api, cleanUpApi, verifyWebhook, terminal, calendar, options, signal, cleanups };
      const failure = await runDemo(demo);
      if (failure !== undefined) throw new CliError(failure);
    } catch (error) {
      terminal.status('');
      throw signal.aborted ? new Interrupted('Interrupted; its webhook endpoint is deleted') : error;
    } finally {
      for (const cleanUp of cleanups.reverse()) await cleanUp().catch(() => undefined);
    }
  },
});
