import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { interruptSignal } from '#bin/cli/interrupt';
import { optional, withDefault } from '#bin/cli/options';
import { printedSteps, seconds } from '#bin/cli/progress';
import { choice, path, wholeNumber } from '#bin/cli/value-types';
import { relativePath, STATE_DIR } from '#bin/paths';
import { killAllGroups } from '#bin/stack/process-group';
import type { Stack } from '#bin/stack/stack-file';
import { type RunningStack, startStack } from '#bin/stack/start-stack';

const fraction = {
  takes: 'a number above 0 and up to 1',
  parse: (text: string) => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    return value > 0 && value <= 1 ? value : undefined;
  },
};

const speechChoice = {
  takes: 'on, off or a URL',
  parse: (text: string) => (/^(?:on|off|https?:\/\/[^\s/?#]+(?:\/[^\s?#]*[^\s?#/])?)$/.test(text) ? text : undefined),
};

/** npm start: runs the whole stack in the foreground until Ctrl-C. */
export const start = command({
  name: 'npm start',
  description: `Starts an AWS emulator, deploys the service into it and serves it on 127.0.0.1 until Ctrl-C. With
AWS_ENDPOINT_URL it deploys to that endpoint instead.`,
  options: {
    port: withDefault('8787', wholeNumber(1, 65_535), 'port of the API'),
    timeScale: withDefault(
      '1',
      fraction,
      'factor for the waits of the service, such as those between webhook attempts',
    ),
    speech: withDefault(
      'on',
      speechChoice,
      'speech recognition on this machine (installed when it is first needed), none, or the base URL of a speech server',
    ),
    talk: optional(
      path,
      'a file (WAV, MP3, MP4, …) whose sound a bot for https://meet.google.com/abc-talk-def records',
    ),
    built: optional(
      path,
      'a folder that npm run build wrote (dist), whose functions are deployed; else they are built',
    ),
    until: withDefault(
      'interrupted',
      choice('interrupted', 'input-ends'),
      'stops at Ctrl-C, or also when its input ends, as it does with the program that started it',
    ),
    folder: withDefault(relativePath(STATE_DIR), path, 'folder of the stack; stacks in other folders run side by side'),
  },
  run: async ({ folder: stateDir, until, ...options }) => {
    const signal = interruptSignal(() => console.log('\nStopping (Ctrl-C again stops at once)'));
    process.on('exit', killAllGroups);
    if (until === 'input-ends')
      process.stdin
        .once('end', () => process.kill(process.pid, 'SIGTERM'))
        .resume()
        .unref();
    const startedAt = performance.now();
    console.log('Starting Rapporteur');
    const endpoint = process.env['AWS_ENDPOINT_URL']?.replace(/\/$/, '');
    const step = printedSteps();
    const running = await startStack({ ...options, stateDir, step, signal, ...(endpoint && { endpoint }) });
    console.log(bannerOf(running.stack, performance.now() - startedAt));
    await untilEnd(running, signal, stateDir);
  },
});

async function untilEnd({ emulatorEnded, stop }: RunningStack, signal: AbortSignal, stateDir: string): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([interrupted, emulatorEnded]);
  await stop();
  if (!signal.aborted) throw new CliError(`The emulator ended unexpectedly; see ${join(stateDir, 'emulator.log')}`);
  console.log('Stopped.');
}

const speechLine = ({ speech_url }: Stack): string =>
  speech_url === undefined
    ? 'off: recordings have the transcript of their recorder, or none'
    : `recognized by ${speech_url}`;

const bannerOf = (stack: Stack, durationMs: number) => `
Rapporteur is ready after ${seconds(durationMs).trim()}${stack.time_scale === 1 ? '' : `, time scale ${stack.time_scale}`}.

  Base URL    ${stack.base_url}
  API key     ${stack.api_key}
  Workspace   ${stack.workspace_id}
  Pages       ${stack.app_url}/app
  Sign in     ${stack.user_password ? `${stack.user_email}, password ${stack.user_password}` : 'not available: this AWS endpoint has no Cognito'}
  Speech      ${speechLine(stack)}
  Calendars   ${stack.test_providers.google} and ${stack.test_providers.microsoft}: test providers for Google and Microsoft

  curl -H 'Authorization: ${stack.api_key}' ${stack.base_url}/workspaces
  npm run demo

Ctrl-C stops it.`;
