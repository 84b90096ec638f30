import { Refusal } from '#shared/foundation/core/refusal';
import type { Contract } from '#shared/foundation/http/contract';

export interface Matched<Route> {
  readonly route: Route;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

type Described = Pick<Contract, 'method' | 'path' | 'exactPath'>;

/** Names one kind of refusal, decided before the key is verified: an unknown path is the same for every caller. */
const noSuchPath = () => new Refusal('not_found', [{ code: 'not_found', message: 'There is no such endpoint.' }]);

const otherFormat = () =>
  new Refusal('not_acceptable', [{ code: 'not_acceptable', message: 'Only JSON is served: leave the extension out.' }]);

const wrongMethod = (allow: readonly string[]) =>
  new Refusal(
    'method_not_allowed',
    [{ code: 'method_not_allowed', message: `This path supports ${allow.join(', ')}.` }],
    {
      allow,
    },
  );

/**
 * Finds the route of a request: unknown 404, wrong method 405 with what is allowed. A slash or `.json` at the end of the
 * path changes nothing (404 for an `exactPath`), and `HEAD` is routed as `GET`. Paths are compiled once.
 */
export function matcher<Route>(routes: readonly Route[], describe: (route: Route) => Described) {
  const entries = bySpecificity(
    routes.map((route) => ({ route, ...describe(route), parts: segmentsOf(describe(route).path).map(compiled) })),
  );
  return (method: string, path: string): Matched<Route> => {
    const plain = plainPath(path);
    const parts = segmentsOf(plain);
    const isPlain = path === plain;
    const here = named(entries.filter((entry) => (isPlain || !entry.exactPath) && fits(entry.parts, parts)));
    if (here.length === 0) throw asksForFormat(parts, entries) ? otherFormat() : noSuchPath();
    const found = here.find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
    if (!found) throw wrongMethod(methodsOf(here));
    return { route: found.route, params: paramsOf(found.parts, parts) };
  };
}

/** Where a path is named as a whole, it is no id: `/orders/translation` is no order. */
function named<Entry extends { readonly parts: readonly Part[] }>(entries: readonly Entry[]): readonly Entry[] {
  const whole = entries.filter(({ parts }) => paramsIn(parts) === 0);
  return whole.length > 0 ? whole : entries;
}

function methodsOf(entries: readonly Described[]): readonly string[] {
  const methods = new Set<string>(entries.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The path under which an endpoint is known: without a slash or `.json` at its end. */
export const plainPath = (path: string): string => path.replace(/\/$/, '').replace(JSON_EXTENSION, '');

/** Behind the name of a segment. Two paths have it as their own: `/openapi.json` and `/asyncapi.json`. */
const JSON_EXTENSION = /(?<=[^/])(?<!^\/(?:open|async)api)\.json$/;

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

/** A segment of a contract's path: a word, or a parameter with what it begins with and what follows it. */
type Part = string | Param;

interface Param {
  readonly name: string;
  /** Of `{id:bot}`: `bot_`. */
  readonly prefix: string;
  /** Of `{guide}.md`: `.md`. */
  readonly extension: string;
}

const PARAM = /^\{(\w+)(?::(\w+))?\}(.*)$/;

function compiled(part: string): Part {
  const [, name, prefix, extension = ''] = PARAM.exec(part) ?? [];
  return name === undefined ? part : { name, prefix: prefix === undefined ? '' : `${prefix}_`, extension };
}

const isParam = (part: Part): part is Param => typeof part !== 'string';

const fits = (pattern: readonly Part[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => fitsPart(part, parts[at] ?? ''));

function fitsPart(part: Part, segment: string): boolean {
  if (!isParam(part)) return part === segment;
  if (!segment.endsWith(part.extension)) return false;
  const value = valueIn(part, segment);
  return isPlainSegment(value) && value.startsWith(part.prefix);
}

const valueIn = ({ extension }: Param, segment: string): string => segment.slice(0, segment.length - extension.length);

/** A path without parameters goes first, then one that asks for a prefix, then one that takes anything. */
const bySpecificity = <Entry extends { readonly parts: readonly Part[] }>(
  entries: readonly Entry[],
): readonly Entry[] =>
  entries.toSorted(
    (one, other) => paramsIn(one.parts) - paramsIn(other.parts) || prefixesIn(other.parts) - prefixesIn(one.parts),
  );

const paramsIn = (parts: readonly Part[]): number => parts.filter(isParam).length;

const prefixesIn = (parts: readonly Part[]): number =>
  parts.filter((part) => isParam(part) && part.prefix !== '').length;

/** A parameter holds an id: a dot in it asks for another format. */
const isPlainSegment = (segment: string): boolean => segment !== '' && !segment.includes('.');

function asksForFormat(parts: readonly string[], entries: readonly { readonly parts: readonly Part[] }[]): boolean {
  const last = parts.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  if (dot <= 0) return false;
  const bare = [...parts.slice(0, -1), last.slice(0, dot)];
  return entries.some((entry) => fits(entry.parts, bare));
}

const paramsOf = (pattern: readonly Part[], parts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pattern.flatMap((part, at) => (isParam(part) ? [[part.name, decoded(valueIn(part, parts[at] ?? ''))]] : [])),
  );

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
