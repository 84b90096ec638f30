import { resolve } from 'node:path';
import { type IdPrefix, type IdsByPrefix, idOf } from '#shared/foundation/core/ids';

/** How the text of an option becomes a value. */
export interface ValueType<Value> {
  /** The accepted values, as help and errors name them: `a whole number from 1 to 50`. */
  readonly takes: string;
  /** Undefined for a text that is not accepted. */
  readonly parse: (text: string) => Value | undefined;
}

export const anyText: ValueType<string> = { takes: 'text', parse: (text) => text };

/** Relative to the working directory. */
export const path: ValueType<string> = { takes: 'a path', parse: (text) => resolve(text) };

export const matching = (pattern: RegExp, takes: string): ValueType<string> => ({
  takes,
  parse: (text) => (pattern.test(text) ? text : undefined),
});

export const choice = <Value extends string>(...values: readonly Value[]): ValueType<Value> => ({
  takes: listed(values, 'or'),
  parse: (text) => values.find((value) => value === text),
});

export const wholeNumber = (least: number, most: number): ValueType<number> => ({
  takes: `a whole number from ${least} to ${most}`,
  parse: (text) => (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

export const id = <Prefix extends IdPrefix>(prefix: Prefix): ValueType<IdsByPrefix[Prefix]> => ({
  takes: `an id, ${prefix}_ and 26 characters`,
  parse: (text) => idOf(prefix, text),
});

/** `a, b or c` */
export const listed = (words: readonly string[], conjunction: 'and' | 'or'): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(` ${conjunction} `);

const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A domain in lower case; undefined for any other text. */
export function domainIn(text: string): string | undefined {
  const domain = text.toLowerCase();
  return DOMAIN.test(domain) ? domain : undefined;
}
