import { badRequest, type Refusal, unprocessable } from '#shared/foundation/core/refusal';
import { shownPath } from '#shared/foundation/http/request/faults';
import { snakeCaseOf } from '#shared/foundation/http/request/read-casing';
import { invalidJson, MAX_DEPTH } from '#shared/foundation/http/request/read-json';

/** What brackets build up to; maps, because a key may be called `__proto__`. */
type Node = string | Node[] | Map<string, Node>;

/** As Express and qs have it. */
const MAX_FIELDS = 1_000;

/**
 * A form body as the object that its brackets spell: `metadata[key]=v`, `scope[]=v`, `participants[0][email]=v` and
 * `participants[][email]=v`. Every value is text; its field's type is for the schema to say. The later of two wins. 400
 * for more than 1,000 fields or a field without a name; 422 on the field where items with an index and without one are mixed.
 */
export function readForm(text: string): Readonly<Record<string, unknown>> {
  const fields = new Map<string, Node>();
  const pairs = text.trim().split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw badRequest(`The form has more than ${MAX_FIELDS.toLocaleString('en')} fields.`);
  for (const pair of pairs.filter(Boolean)) {
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (name === '') throw badRequest('A field of the form body has no name before its "=".');
    place(fields, pathIn(name), equals < 0 ? '' : decoded(pair.slice(equals + 1)), name);
  }
  return Object.fromEntries([...fields].map(([key, node]) => [key, fieldFrom(node, key === 'metadata')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest('The form body is not properly percent-encoded UTF-8.');
  }
}

/** `a[b][]` is a, b and one more; a name whose brackets do not match is one odd key. */
function pathIn(name: string): readonly string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1).split('][');
  if (inner.length >= MAX_DEPTH) throw invalidJson(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  return inner.some((key) => /[[\]]/.test(key)) ? [name] : [name.slice(0, open), ...inner];
}

function place(node: Node | undefined, path: readonly string[], text: string, name: string): Node {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (node === undefined || typeof node === 'string') return text;
  } else if (key === '') {
    if (node === undefined || Array.isArray(node)) return append(node ?? [], rest, text, name);
  } else if (node === undefined || node instanceof Map) {
    const group = node ?? new Map<string, Node>();
    return group.set(key, place(group.get(key), rest, text, name));
  }
  if (isItem(key) && isList(node)) throw mixedItems(pathIn(name).slice(0, -path.length));
  throw badRequest(`The form body uses ${name.slice(0, 100)} in two ways: as a value, a list or a group.`);
}

const isItem = (key: string | undefined): boolean => key !== undefined && /^\d*$/.test(key);

const isList = (node: Node | undefined): boolean =>
  Array.isArray(node) || (node instanceof Map && [...node.keys()].every(isItem));

function mixedItems(path: readonly string[]): Refusal {
  const field = shownPath(path.map(snakeCaseOf));
  return unprocessable(
    field,
    'invalid',
    `${field} has items with an index, as [0], and items without one, as []: use one of the two.`,
  );
}

/** `a[][x]=1&a[][y]=2` is one item with x and y; a second x begins the next item. */
function append(list: Node[], rest: readonly string[], text: string, name: string): Node[] {
  const last = list.at(-1);
  if (last instanceof Map && rest.length > 0 && !isTaken(last, rest)) place(last, rest, text, name);
  else list.push(place(undefined, rest, text, name));
  return list;
}

function isTaken(node: Node | undefined, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined || node === undefined) return node !== undefined;
  return node instanceof Map && isTaken(node.get(key), rest);
}

function fieldFrom(node: Node, inMetadata: boolean): unknown {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map((item) => fieldFrom(item, inMetadata));
  if (!inMetadata && isNumbered(node))
    return [...node.keys()].map((_, index) => fieldFrom(node.get(`${index}`) ?? '', false));
  return Object.fromEntries([...node].map(([key, child]) => [key, fieldFrom(child, inMetadata || key === 'metadata')]));
}

/** The keys are 0, 1, 2 and so on, in whatever order they came. */
const isNumbered = (group: Map<string, Node>): boolean =>
  group.size > 0 && Array.from({ length: group.size }, (_, index) => `${index}`).every((key) => group.has(key));
