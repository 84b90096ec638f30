import { join } from 'node:path';
import { CouldNotStart } from '#bin/cli/cli-error';
import { seconds, shownSteps } from '#bin/cli/progress';
import { STATE_DIR } from '#bin/paths';
import { killAllGroups } from '#bin/stack/process-group';
import type { Stack } from '#bin/stack/stack-file';
import { type Options, parseOptions, USAGE } from '#bin/stack/start-options';
import { type RunningStack, startStack } from '#bin/stack/start-stack';

/** As shells report a program that Ctrl-C ended. */
const INTERRUPTED = 130;
const INTERRUPTION = new CouldNotStart('Interrupted');

/** npm start: the whole stack in the foreground, until Ctrl-C. */
async function main(words: readonly string[]): Promise<void> {
  const options = parseOptions(words);
  if (!options) return console.log(USAGE);

  const interrupted = interruption();
  const startedAt = performance.now();
  console.log('Starting Rapporteur');
  const running = await startStack({ ...options, ...whereAndHow(), signal: interrupted });
  console.log(bannerOf(running.stack, options, performance.now() - startedAt));
  await untilTheEnd(running, interrupted);
}

function whereAndHow() {
  const endpoint = process.env['AWS_ENDPOINT_URL'];
  const step = shownSteps({
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
    now: () => performance.now(),
  });
  return { stateDir: STATE_DIR, step, ...(endpoint && { endpoint: endpoint.replace(/\/$/, '') }) };
}

/** Aborted by the first Ctrl-C (or SIGTERM); the second waits for nothing. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    console.log('\nEnding (once more to insist)');
    controller.abort(INTERRUPTION);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  process.on('exit', killAllGroups);
  return controller.signal;
}

async function untilTheEnd({ emulatorEnded, stop }: RunningStack, interrupted: AbortSignal): Promise<void> {
  // A pending promise alone does not keep Node alive; the front door does.
  const interruption = new Promise<void>((done) => {
    if (interrupted.aborted) done();
    interrupted.addEventListener('abort', () => done());
  });
  await Promise.race([interruption, emulatorEnded]);
  await stop();
  if (interrupted.aborted) return console.log('Ended.');
  throw new CouldNotStart(`The emulator ended by itself; ${join(STATE_DIR, 'emulator.log')} says why`);
}

const bannerOf = (
  { base_url, app_url, api_key, workspace_id, user_email, user_password, test_providers }: Stack,
  { timeScale }: Options,
  tookMs: number,
) => `
Rapporteur is ready after${seconds(tookMs).replace(/^\s*/, ' ')}${timeScale === 1 ? '' : `, waits times ${timeScale}`}.

  Base URL    ${base_url}
  API key     ${api_key}
  Workspace   ${workspace_id}
  Pages       ${app_url}/app
  Sign in     ${user_password ? `${user_email}, password ${user_password}` : 'not here: this AWS has no Cognito'}
  Calendars   ${test_providers.google} and ${test_providers.microsoft}: stand-ins for Google and Microsoft

  curl -H 'Authorization: ${api_key}' ${base_url}/workspaces
  npm run demo

Ctrl-C ends it.`;

main(process.argv.slice(2)).catch((error: unknown) => {
  const interrupted = error === INTERRUPTION;
  if (error instanceof CouldNotStart) console.error(interrupted ? 'Ended.' : `\n${error.message}.`);
  else console.error(error);
  process.exitCode = interrupted ? INTERRUPTED : 1;
});
