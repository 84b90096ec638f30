import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Rapporteur } from '../rapporteur.js';
import type { Stored } from './stored-login.js';

/** A mistake in the arguments: exit code 2. */
export class UsageError extends Error {}

/** What a command works with; tests replace it. */
export interface Environment {
  readonly print: (line: string) => void;
  /** Progress and notes, which are not the result. */
  readonly note: (line: string) => void;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  readonly login: { load(): Promise<Stored | undefined>; save(stored: Stored): Promise<string> };
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface Invocation extends Environment {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The client of the login. Throws a UsageError without one. */
  readonly api: () => Promise<Rapporteur>;
  /** `--workspace`, else the only workspace of the key. */
  readonly workspace: () => Promise<string>;
}

export interface Command {
  /** As in `rapporteur meetings show ID`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many arguments stand behind the name; 0 without it. */
  readonly positionals?: number;
  /** The result: printed as JSON with `--json`, else as `text` says. */
  readonly run: (invocation: Invocation) => Promise<unknown>;
  readonly text?: (result: never) => readonly string[];
}

const COMMON: ParseArgsOptionsConfig = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  workspace: { type: 'string' },
};

/** Reads the arguments behind the name of a command. */
export function readArguments(command: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...COMMON, ...command.options },
      allowPositionals: true,
    });
    if (!values['help'] && positionals.length !== (command.positionals ?? 0))
      throw new UsageError(`Usage: rapporteur ${command.usage}`);
    return { options: values as Invocation['options'], positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : error}\nUsage: rapporteur ${command.usage}`);
  }
}

/** The help of one command. */
export const helpOf = ({ usage, summary, options = {} }: Command): readonly string[] => [
  summary,
  '',
  `Usage: rapporteur ${usage}`,
  '',
  'Options:',
  ...Object.keys({ ...options, workspace: {}, json: {}, help: {} }).map((name) => `  --${name}`),
];
