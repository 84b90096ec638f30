import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from '#bin/cli/cli-error';
import { hanging } from '#bin/cli/text-layout';
import { listed, type ValueType } from '#bin/cli/value-types';

/** One option of a command; made by `required`, `optional`, `withDefault`, `list` and `positional`. */
export interface Option<Value> {
  readonly description: string;
  /** The accepted values and the default, for help. */
  readonly hint: string;
  readonly isRequired: boolean;
  /** `<name>` instead of `--name`, in the order of declaration. */
  readonly isPositional: boolean;
  /** Takes no value: given or not. */
  readonly isFlag: boolean;
  /** Reads what was given, which is empty without the option. */
  readonly read: (label: string, texts: readonly string[]) => Value;
}

/** Options by name in camel case: `timeScale` is `--time-scale`. */
export type Options = Readonly<Record<string, Option<unknown>>>;

export type Values<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name] extends Option<infer Value> ? Value : never;
};

const baseOf = ({ takes: hint }: Pick<ValueType<unknown>, 'takes'>, description: string) => ({
  description,
  hint,
  isRequired: false,
  isPositional: false,
  isFlag: false,
});

export const required = <Value>(type: ValueType<Value>, description: string): Option<Value> => ({
  ...baseOf(type, description),
  isRequired: true,
  read: (label, texts) => {
    if (texts.length === 0) throw new UsageError(`${label} is required: ${description}`);
    return readLast(type, label, texts);
  },
});

export const optional = <Value>(type: ValueType<Value>, description: string): Option<Value | undefined> => ({
  ...baseOf(type, description),
  read: (label, texts) => (texts.length === 0 ? undefined : readLast(type, label, texts)),
});

/** True where it is given. */
export const flag = (description: string): Option<boolean> => ({
  ...baseOf({ takes: 'no value' }, description),
  isFlag: true,
  read: (_label, texts) => texts.length > 0,
});

export const withDefault = <Value>(text: string, type: ValueType<Value>, description: string): Option<Value> => ({
  ...baseOf(type, description),
  hint: `${type.takes}; default ${text}`,
  read: (label, texts) => readLast(type, label, [text, ...texts]),
});

/** May be given several times. */
export const list = <Value>(type: ValueType<Value>, description: string): Option<readonly Value[]> => ({
  ...baseOf(type, description),
  hint: `${type.takes}; repeatable`,
  read: (label, texts) => texts.map((text) => readLast(type, label, [text])),
});

export const positional = <Value>(option: Option<Value>): Option<Value> => ({ ...option, isPositional: true });

function readLast<Value>(type: ValueType<Value>, label: string, texts: readonly string[]): Value {
  const text = texts.at(-1) ?? '';
  const value = type.parse(text);
  if (value === undefined) throw new UsageError(`${label} takes ${type.takes}, not "${text}"`);
  return value;
}

/**
 * The values of the options. Undefined when help is wanted: for `--help`, and without any argument for a command that
 * needs a positional one. Throws a UsageError for invalid arguments.
 */
export function parseOptions<Known extends Options>(
  options: Known,
  args: readonly string[],
): Values<Known> | undefined {
  const { values, positionals } = split(options, args);
  const needsArgument = Object.values(options).some((option) => option.isPositional && option.isRequired);
  if (values['help'] || (needsArgument && args.length === 0)) return undefined;
  const read = Object.entries(options).map(([name, option]) => {
    const texts = option.isPositional ? positionals.splice(0, 1) : [values[kebab(name)] ?? []].flat();
    return [name, option.read(labelOf(name, option), texts.map(String))];
  });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}': ${listOf(options)}`);
  return Object.fromEntries(read) as Values<Known>;
}

/** The options with their values, as wrapped lines. */
export function optionHelp(options: Options, columns: number): readonly string[] {
  const labels = Object.entries(options).map(([name, option]) => [labelOf(name, option), option] as const);
  const width = Math.max(...labels.map(([label]) => label.length));
  return labels.flatMap(([label, { description, hint, isRequired }]) => {
    const details = isRequired ? `${hint}; required` : hint;
    return hanging(`  ${label.padEnd(width)}  `, `${description} (${details})`, columns);
  });
}

function split(options: Options, args: readonly string[]) {
  const named = Object.keys(options).filter((name) => !options[name]?.isPositional);
  const config: ParseArgsOptionsConfig = {
    ...Object.fromEntries(named.map((name) => [kebab(name), typeOf(options[name])])),
    help: { type: 'boolean', short: 'h' },
  };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: config });
  } catch (error) {
    // Node's message goes on with advice that does not apply here.
    const [reason] = String(Object(error).message).split('. ');
    throw new UsageError(`${reason}: ${listOf(options)}`);
  }
}

const typeOf = (option: Option<unknown> | undefined): ParseArgsOptionsConfig[string] =>
  option?.isFlag ? { type: 'boolean' } : { type: 'string', multiple: true };

/** As they are typed: `--time-scale`, `<provider>`. */
export const optionNames = (options: Options): readonly string[] =>
  Object.entries(options).map(([name, option]) => labelOf(name, option));

const listOf = (options: Options): string => `the options are ${listed(optionNames(options), 'and')}`;

const labelOf = (name: string, { isPositional }: Option<unknown>): string =>
  isPositional ? `<${name}>` : `--${kebab(name)}`;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
