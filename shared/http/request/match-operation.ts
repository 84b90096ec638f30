import { Refusal } from '#shared/core/refusal';
import type { Contract } from '#shared/http/contract';

export interface Matched<Route> {
  readonly route: Route;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

type Described = Pick<Contract, 'method' | 'path' | 'exactPath'>;

/** Names one kind of refusal, judged before the key: what is not there is the same for everybody. */
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
 * path changes nothing (404 for an `exactPath`), and `HEAD` is routed as `GET`.
 */
export function matcher<Route>(routes: readonly Route[], describe: (route: Route) => Described) {
  const entries = routes.map((route) => ({ route, ...describe(route), parts: partsOf(describe(route).path) }));
  return (method: string, path: string): Matched<Route> => {
    const parts = partsOf(path);
    const isPlain = path === plainPath(path);
    const here = entries.filter((entry) => (isPlain || !entry.exactPath) && fits(entry.parts, parts));
    if (here.length === 0) throw asksForFormat(parts, entries) ? otherFormat() : noSuchPath();
    const found = bySpecificity(here).find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
    if (!found) throw wrongMethod(methodsOf(here));
    return { route: found.route, params: paramsOf(found.parts, parts) };
  };
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

const partsOf = (path: string): readonly string[] => plainPath(path).split('/').slice(1);

const isParam = (part: string): boolean => part.startsWith('{');

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => fitsPart(part, parts[at] ?? ''));

function fitsPart(part: string, segment: string): boolean {
  if (!isParam(part)) return part === segment;
  if (!segment.endsWith(extensionIn(part))) return false;
  const value = valueIn(part, segment);
  return isPlainSegment(value) && value.startsWith(prefixIn(part));
}

/** Of `{id:bot}`: what the parameter begins with. */
function prefixIn(part: string): string {
  const prefix = /:(\w+)}/.exec(part)?.[1];
  return prefix === undefined ? '' : `${prefix}_`;
}

/** Of `{guide}.md`: what follows the parameter. */
const extensionIn = (part: string): string => part.slice(part.indexOf('}') + 1);

const valueIn = (part: string, segment: string): string => segment.slice(0, segment.length - extensionIn(part).length);

/** A path without parameters goes first, then one that asks for a prefix, then one that takes anything. */
const bySpecificity = <Entry extends { readonly parts: readonly string[] }>(
  entries: readonly Entry[],
): readonly Entry[] =>
  entries.toSorted(
    (one, other) => paramsIn(one.parts) - paramsIn(other.parts) || prefixesIn(other.parts) - prefixesIn(one.parts),
  );

const paramsIn = (parts: readonly string[]): number => parts.filter(isParam).length;

const prefixesIn = (parts: readonly string[]): number =>
  parts.filter((part) => isParam(part) && prefixIn(part) !== '').length;

/** A parameter holds an id: a dot in it asks for another format. */
const isPlainSegment = (segment: string): boolean => segment !== '' && !segment.includes('.');

function asksForFormat(parts: readonly string[], entries: readonly { readonly parts: readonly string[] }[]): boolean {
  const last = parts.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  if (dot <= 0) return false;
  const bare = [...parts.slice(0, -1), last.slice(0, dot)];
  return entries.some((entry) => fits(entry.parts, bare));
}

const paramsOf = (pattern: readonly string[], parts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pattern.flatMap((part, at) =>
      isParam(part) ? [[part.slice(1).replace(/[:}].*$/, ''), decoded(valueIn(part, parts[at] ?? ''))]] : [],
    ),
  );

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
