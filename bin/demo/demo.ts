import { CouldNotStart } from '#bin/cli/cli-error';
import { apiOf } from '#bin/demo/api-client';
import { DEMO_USAGE, parseDemoOptions } from '#bin/demo/demo-options';
import { screenOn } from '#bin/demo/output/terminal';
import { showCalendar } from '#bin/demo/run-demo';
import { runningStack } from '#bin/demo/running-stack';

/** As shells report a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** npm run demo: a calendar's meetings lived through on the running stack, from the push to the summary. */
async function main(words: readonly string[]): Promise<number> {
  const interrupted = interruption();
  const undo: (() => Promise<void>)[] = [];
  const screen = screenOnTerminal();
  try {
    const options = parseDemoOptions(words);
    if (!options) return say(DEMO_USAGE, 0);
    const stack = await runningStack(options.stackFile);
    // What is taken away at the end is taken away after an interruption as well.
    const [api, tidyingApi] = [apiOf(stack, interrupted), apiOf(stack)];
    const steps = { api: { ...api, remove: tidyingApi.remove }, stack, screen, options, signal: interrupted, undo };
    const broken = await showCalendar(steps);
    return broken === undefined ? 0 : complain(broken);
  } catch (error) {
    screen.calm();
    if (interrupted.aborted) return say('Interrupted; its webhook endpoint is taken away.', INTERRUPTED);
    if (error instanceof CouldNotStart) return complain(error.message);
    throw error;
  } finally {
    for (const end of undo.reverse()) await end().catch(() => undefined);
  }
}

function screenOnTerminal() {
  const { isTTY: isTerminal = false, columns = 80 } = process.stdout;
  const hasColours = isTerminal && !process.env['NO_COLOR'];
  const write = (text: string) => process.stdout.write(text);
  return screenOn({ write, isTerminal, hasColours, columns, now: () => performance.now() });
}

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 500;

/** Aborted by the first Ctrl-C (or SIGTERM); the second waits for nothing. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let abortedAt = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    if (performance.now() - abortedAt > SAME_SIGNAL_MS) process.exit(INTERRUPTED);
    abortedAt = Math.min(abortedAt, performance.now());
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return controller.signal;
}

function say(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}

function complain(sentence: string): number {
  console.error(`\n${sentence}.`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
