import { RapporteurError, reasonOf } from '../errors.js';
import { API_VERSION } from '../generated/version.js';
import { Rapporteur } from '../rapporteur.js';
import { sendBot } from './bots.js';
import { listEvents, resendEvent } from './events.js';
import { listen } from './listen.js';
import { login } from './login.js';
import { listMeetings, showMeeting } from './meetings.js';
import {
  type Command,
  type Environment,
  helpOf,
  Interrupted,
  type Invocation,
  readArguments,
  UsageError,
  usageOf,
} from './program.js';
import { transcribe } from './transcribe.js';

/** By the words that call them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
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
  ...Object.entries(COMMANDS).flatMap(([name, command]) => [`  ${usageOf(name, command)}`, `      ${command.summary}`]),
  '',
  'Every command has --help, and --json for programs. --version prints the version of the API.',
  'RAPPORTEUR_BASE_URL and RAPPORTEUR_API_KEY replace the login.',
  'Exit codes: 0 done, 1 failed, 2 wrong arguments or no login, 130 ended by Ctrl-C.',
];

/** Runs a command line. Returns the exit code. */
export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  const { print, note, status } = environment;
  const [first = '--help'] = args;
  if (['--help', '-h', 'help'].includes(first)) return printed(print, HELP);
  if (first === '--version') return printed(print, [API_VERSION]);
  const name = [args.slice(0, 2).join(' '), first].find((one) => Object.hasOwn(COMMANDS, one));
  const command = name === undefined ? undefined : COMMANDS[name];
  try {
    if (name === undefined || !command) throw new UsageError(unknownCommand(first));
    const lines = await linesOf({ name, command }, args.slice(name.split(' ').length), environment);
    status('');
    return printed(print, lines);
  } catch (error) {
    status('');
    note(sentenceOf(error));
    if (error instanceof Interrupted) return 130;
    return error instanceof UsageError ? 2 : 1;
  }
}

function printed(print: Environment['print'], lines: readonly string[]): 0 {
  for (const line of lines) print(line);
  return 0;
}

/** With the commands of a group, as for `rapporteur meetings`. */
function unknownCommand(first: string): string {
  const inGroup = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  return inGroup.length > 0
    ? `The commands of ${first} are: ${inGroup.join(', ')}`
    : `Unknown command: ${first}. The commands are: ${Object.keys(COMMANDS).join(', ')}`;
}

interface Named {
  readonly name: string;
  readonly command: Command;
}

async function linesOf(
  { name, command }: Named,
  args: readonly string[],
  environment: Environment,
): Promise<readonly string[]> {
  const { options, positionals } = readArguments(name, command, args);
  if (options['help']) return helpOf(name, command);
  const result = await command.run(invocationOf(environment, options, positionals));
  if (result === undefined) return [];
  return options['json'] ? [JSON.stringify(result, undefined, 2)] : (command.text?.(result as never) ?? []);
}

function invocationOf(
  environment: Environment,
  options: Invocation['options'],
  positionals: readonly string[],
): Invocation {
  const { variables, signal } = environment;
  const api = async (): Promise<Rapporteur> => {
    const stored = await environment.login.load();
    const baseUrl = variables['RAPPORTEUR_BASE_URL'] ?? stored?.baseUrl;
    const apiKey = variables['RAPPORTEUR_API_KEY'] ?? stored?.apiKey;
    if (baseUrl === undefined || apiKey === undefined)
      throw new UsageError('There is no login. First: rapporteur login --base-url URL --key KEY');
    return new Rapporteur({ baseUrl, apiKey });
  };
  const workspace = async (): Promise<string> => {
    if (typeof options['workspace'] === 'string') return options['workspace'];
    const stored = await environment.login.load();
    if (stored?.workspace !== undefined && variables['RAPPORTEUR_API_KEY'] === undefined) return stored.workspace;
    const { data } = await (await api()).listWorkspaces({ signal });
    const [only] = data;
    if (!only) throw new UsageError('The key belongs to no workspace.');
    if (data.length === 1) return only.id;
    const rows = data.map(({ id, name }) => `  ${id}  ${name}`);
    throw new UsageError(['The key belongs to several workspaces. Name one with --workspace ID:', ...rows].join('\n'));
  };
  return { ...environment, options, positionals, api, workspace };
}

function sentenceOf(error: unknown): string {
  if (error instanceof RapporteurError) return `${error.message} (${error.code ?? error.status})`;
  return error instanceof Error ? error.message : reasonOf(error);
}
