import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from '#test/doubles/dynamodb/values';
import type { Placeholders } from './placeholders.ts';
import { isReserved } from './reserved-words.ts';
import type { Tokens } from './tokens.ts';

/** A place in an item: a name, then names and list positions below it. */
export type Path = readonly [string, ...(string | number)[]];

export const parsePath = (tokens: Tokens, placeholders: Placeholders): Path => {
  const path: [string, ...(string | number)[]] = [parseName(tokens, placeholders)];
  for (;;) {
    if (tokens.take('.')) path.push(parseName(tokens, placeholders));
    else if (tokens.take('[')) path.push(parsePosition(tokens));
    else return path;
  }
};

const parseName = (tokens: Tokens, placeholders: Placeholders): string => {
  const token = tokens.peek();
  if (tokens.done || !/^[#A-Za-z_]/.test(token)) throw tokens.syntaxError();
  tokens.next();
  if (token.startsWith('#')) return placeholders.name(token, tokens.kind);
  if (isReserved(token)) throw tokens.refusal(`Attribute name is a reserved keyword; reserved keyword: ${token}`);
  return token;
};

const parsePosition = (tokens: Tokens): number => {
  if (!/^\d+$/.test(tokens.peek())) throw tokens.syntaxError();
  const position = Number(tokens.next());
  tokens.expect(']');
  return position;
};

/** What is at that place; nothing if the path leads nowhere. */
export const valueAt = (item: Item, [first, ...rest]: Path): AttributeValue | undefined =>
  rest.reduce<AttributeValue | undefined>(
    (value, step) => (typeof step === 'number' ? value?.L?.[step] : ownValue(value?.M, step)),
    ownValue(item, first),
  );

const ownValue = (item: Item | undefined, name: string): AttributeValue | undefined =>
  item && Object.hasOwn(item, name) ? item[name] : undefined;

export const samePath = (a: Path, b: Path): boolean => a.length === b.length && isPrefix(a, b);

/** Whether one of the two is inside the other, or they are the same. */
export const overlap = (a: Path, b: Path): boolean => isPrefix(a, b) || isPrefix(b, a);

const isPrefix = (shorter: Path, longer: Path): boolean => shorter.every((step, at) => step === longer[at]);

/** `[a, b, [0]]`, as messages show it. */
export const pathText = (path: Path): string =>
  `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;

/** Refuses two paths where a change to one could change the other. */
export const refuseOverlaps = (tokens: Tokens, paths: readonly Path[]): void => {
  for (const [at, one] of paths.entries()) {
    const other = paths.slice(at + 1).find((later) => overlap(one, later));
    if (other)
      throw tokens.refusal(
        `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${pathText(one)}, path two: ${pathText(other)}`,
      );
  }
};
