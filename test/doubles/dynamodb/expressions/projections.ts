import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from '#test/doubles/dynamodb/values';
import { type Path, parsePath, refuseOverlaps } from './paths.ts';
import type { Placeholders } from './placeholders.ts';
import { Tokens } from './tokens.ts';

export const parseProjection = (text: string, placeholders: Placeholders): readonly Path[] => {
  const tokens = new Tokens('ProjectionExpression', text);
  const paths = [parsePath(tokens, placeholders)];
  while (tokens.take(',')) paths.push(parsePath(tokens, placeholders));
  if (!tokens.done) throw tokens.syntaxError();
  refuseOverlaps(tokens, paths);
  return paths;
};

/** The parts of an item at these places, in the shape they have there; chosen list elements close up. */
export const project = (item: Item, paths: readonly Path[]): Item => projectMap(item, paths);

type Steps = readonly (string | number)[];

const projectMap = (item: Item, paths: readonly Steps[]): Item => {
  const names = new Set(paths.map(([first]) => first));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = typeof name === 'string' && Object.hasOwn(item, name) ? item[name] : undefined;
      const part = value && projectValue(value, below(paths, name));
      return part ? [[String(name), part]] : [];
    }),
  );
};

const projectValue = (value: AttributeValue, paths: readonly Steps[]): AttributeValue | undefined => {
  if (paths.some((steps) => steps.length === 0)) return value;
  if (value.M) {
    const M = projectMap(value.M, paths);
    return Object.keys(M).length > 0 ? { M } : undefined;
  }
  if (!value.L) return undefined;
  const L = value.L.flatMap((inner, at) => {
    const deeper = below(paths, at);
    const part = deeper.length > 0 ? projectValue(inner, deeper) : undefined;
    return part ? [part] : [];
  });
  return L.length > 0 ? { L } : undefined;
};

const below = (paths: readonly Steps[], step: string | number | undefined): readonly Steps[] =>
  paths.filter(([first]) => first === step).map(([, ...rest]) => rest);
