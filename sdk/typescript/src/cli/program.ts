import { parseArgs } from 'node:util';
import type { Rapporteur } from '../rapporteur.js';
import type { Listeners } from './stored-listeners.js';
import type { Stored } from './stored-login.js';

/** A mistake in the arguments: exit code 2. */
export class UsageError extends Error {}

/** Ended by Ctrl-C before there was a result: exit code 130. */
export class Interrupted extends Error {}

/** What a command works with; tests replace it. */
export interface Environment {
  readonly print: (line: string) => void;
  /** Notes, which are not the result. */
  readonly note: (line: string) => void;
  /** What is being done: in a terminal one line that changes, elsewhere a line for each change. Empty: nothing. */
  readonly status: (line: string) => void;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  readonly login: { load(): Promise<Stored | undefined>; save(stored: Stored): Promise<string> };
  readonly listeners: Listeners;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface Invocation extends Environment {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The client of the login. Throws a UsageError without one. */
  readonly api: () => Promise<Rapporteur>;
  /** `--workspace`, else that of the login, else the only workspace of the key. */
  readonly workspace: () => Promise<string>;
}

interface Option {
  /** How the value is called in the help; missing for a flag. */
  readonly value?: string;
  readonly help: string;
}

export interface Command {
  /** What stands behind the name: `meetings show`. */
  readonly argument?: { readonly name: string; readonly help: string };
  readonly summary: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** Shown in the usage without brackets. */
  readonly required?: readonly string[];
  /** The result: printed as JSON with `--json`, else as `text` says. Undefined: it was printed as it came. */
  readonly run: (invocation: Invocation) => Promise<unknown>;
  readonly text?: (result: never) => readonly string[];
}

/** The option of commands that work in one workspace. */
export const WORKSPACE: Readonly<Record<string, Option>> = {
  workspace: { value: 'ID', help: 'the workspace, if the key belongs to several' },
};

const COMMON: Readonly<Record<string, Option>> = {
  json: { help: 'prints the result as JSON' },
  help: { help: 'prints this' },
};

/** A line for each item of a list, or one that says that it is empty. */
export const linesOr = <Item>(none: string, items: readonly Item[], lineOf: (item: Item) => string) =>
  items.length === 0 ? [none] : items.map(lineOf);

const shown = (name: string, { value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`;

/** As in `rapporteur meetings show ID`. */
export function usageOf(name: string, { argument, options = {}, required = [] }: Command): string {
  const optional = Object.entries(options).filter(([option]) => !required.includes(option));
  const needed = Object.entries(options).filter(([option]) => required.includes(option));
  return [
    `rapporteur ${name}`,
    ...(argument ? [argument.name] : []),
    ...needed.map(([option, of]) => shown(option, of)),
    ...optional.map(([option, of]) => `[${shown(option, of)}]`),
  ].join(' ');
}

/** Reads the arguments behind the name of a command. Throws a UsageError. */
export function readArguments(name: string, command: Command, args: readonly string[]) {
  const known = Object.entries({ ...command.options, ...COMMON });
  const types = known.map(([option, { value }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [option, option === 'help' ? { type, short: 'h' } : { type }] as const;
  });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
    const options: Invocation['options'] = values as Record<string, string | boolean | undefined>;
    if (!options['help']) requireAll(command, options, positionals);
    return { options, positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nUsage: ${usageOf(name, command)}`);
  }
}

function requireAll(
  { argument, required = [] }: Command,
  options: Invocation['options'],
  positionals: readonly string[],
): void {
  if (argument && positionals.length === 0) throw new UsageError(`${argument.name} is missing: ${argument.help}.`);
  const unexpected = positionals[argument ? 1 : 0];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument: ${unexpected}`);
  for (const option of required) if (options[option] === undefined) throw new UsageError(`--${option} is missing.`);
}

/** The help of one command. */
export function helpOf(name: string, command: Command): readonly string[] {
  const { argument, summary, options = {} } = command;
  const rows = [
    ...(argument ? [[argument.name, argument.help] as const] : []),
    ...Object.entries({ ...options, ...COMMON }).map(([option, of]) => [shown(option, of), of.help] as const),
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    summary,
    '',
    `Usage: ${usageOf(name, command)}`,
    '',
    ...rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`),
  ];
}
