#!/usr/bin/env node
import { ConnectionError, RapporteurError } from '../errors.js';
import { Rapporteur } from '../rapporteur.js';
import { sendBot } from './bots.js';
import { listEvents, resendEvent } from './events.js';
import { listen } from './listen.js';
import { login } from './login.js';
import { listMeetings, showMeeting } from './meetings.js';
import { type Command, type Environment, helpOf, type Invocation, readArguments, UsageError } from './program.js';
import { storedLogin } from './stored-login.js';
import { transcribe } from './transcribe.js';

const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  'meetings list': listMeetings,
  'meetings show': showMeeting,
  'bots send': sendBot,
  'events list': listEvents,
  'events resend': resendEvent,
  listen,
  transcribe,
};

const HELP = [
  'rapporteur: the Rapporteur API in a terminal',
  '',
  ...Object.values(COMMANDS).map(({ usage, summary }) => `  rapporteur ${usage}\n      ${summary}`),
  '',
  'Every command has --help, and --json for programs. RAPPORTEUR_BASE_URL and RAPPORTEUR_API_KEY replace the login.',
  'Exit codes: 0 done, 1 failed, 2 wrong arguments.',
];

/** Runs a command line. Returns the exit code. */
async function main(args: readonly string[], environment: Environment): Promise<number> {
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((one) => COMMANDS[one]);
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || !command) {
    for (const line of HELP) environment.print(line);
    return args.length === 0 || ['--help', '-h'].includes(args[0] ?? '') ? 0 : 2;
  }
  try {
    for (const line of await linesOf(command, args.slice(name.split(' ').length), environment)) environment.print(line);
    return 0;
  } catch (error) {
    environment.note(sentenceOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function linesOf(
  command: Command,
  args: readonly string[],
  environment: Environment,
): Promise<readonly string[]> {
  const { options, positionals } = readArguments(command, args);
  if (options['help']) return helpOf(command);
  const result = await command.run(invocationOf(environment, options, positionals));
  return options['json'] ? [JSON.stringify(result, undefined, 2)] : (command.text?.(result as never) ?? []);
}

function invocationOf(
  environment: Environment,
  options: Invocation['options'],
  positionals: readonly string[],
): Invocation {
  const { variables } = environment;
  const api = async (): Promise<Rapporteur> => {
    const stored = await environment.login.load();
    const baseUrl = variables['RAPPORTEUR_BASE_URL'] ?? stored?.baseUrl;
    const apiKey = variables['RAPPORTEUR_API_KEY'] ?? stored?.apiKey;
    if (baseUrl === undefined || apiKey === undefined)
      throw new UsageError(`No login. First: rapporteur ${login.usage}`);
    return new Rapporteur({ baseUrl, apiKey });
  };
  const workspace = async (): Promise<string> => {
    if (typeof options['workspace'] === 'string') return options['workspace'];
    const { data } = await (await api()).listWorkspaces();
    const [only] = data;
    if (!only || data.length > 1)
      throw new UsageError(`Name the workspace: --workspace ${data.map(({ id }) => id).join(' | ')}`);
    return only.id;
  };
  return { ...environment, options, positionals, api, workspace };
}

function sentenceOf(error: unknown): string {
  if (error instanceof RapporteurError) return `${error.message} (${error.code ?? error.status})`;
  if (error instanceof ConnectionError || error instanceof Error) return error.message;
  return String(error);
}

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());
process.exitCode = await main(process.argv.slice(2), {
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  signal: controller.signal,
  login: storedLogin(process.env),
  variables: process.env,
});
