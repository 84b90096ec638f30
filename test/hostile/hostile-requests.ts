import * as v from 'valibot';
import type { Contract } from '#shared/foundation/http/contract';
import { fieldsIn } from './fields-in.ts';

/** One way to make a request large. */
export interface HostileRequest {
  readonly named: string;
  /** In one single value of the body: left out of the short form. */
  readonly isInValue?: true;
  /** The request with `size` items, fields or characters of it. */
  readonly of: (size: number) => { readonly path: string; readonly raw?: string; readonly form?: true };
}

/** Every way to make a request to an operation large. `named` is a valid `workspace_id`. */
export function hostileRequests(contract: Contract, workspaceId: string): readonly HostileRequest[] {
  const path = pathOf(contract);
  const inQuery: HostileRequest = {
    named: 'unknown parameters',
    // A gateway takes URLs of some kilobytes.
    of: (size) => ({ path: `${path}?${repeated(Math.ceil(size / 100), (nth) => `p${nth}=1`).join('&')}` }),
  };
  if (!contract.body || contract.multipart) return [inQuery];
  const valid = { ...contract.example, ...(takesWorkspace(contract) && { workspace_id: workspaceId }) };
  const inJson = (named: string, fieldsOf: (size: number) => object): HostileRequest => ({
    named,
    of: (size) => ({ path, raw: JSON.stringify({ ...valid, ...fieldsOf(size) }) }),
  });
  return [
    inQuery,
    inJson('unknown fields', (size) => numbered(size, (nth) => [`f${nth}`, nth])),
    inJson('fields in both spellings', (size) =>
      Object.fromEntries(
        repeated(size / 2, (nth) => [
          [`aB${nth}`, 1],
          [`a_b${nth}`, 1],
        ]).flat(),
      ),
    ),
    ...fieldsIn(contract.body).flatMap(({ path: at, kind }) =>
      FILLINGS[kind].map(([what, fill]) => ({
        ...inJson(`${at.join('.')}: ${what}`, (size) => nested(at, fill(size), valid)),
        ...(kind === 'value' && at.at(-1) !== 'metadata' && { isInValue: true as const }),
      })),
    ),
    { named: 'form fields', of: (size) => ({ path, form: true, raw: formOf(size, (nth) => `f${nth}=${nth}`) }) },
    { named: 'form items', of: (size) => ({ path, form: true, raw: formOf(size, (nth) => `scope[]=${nth}`) }) },
    { named: 'brackets', of: (size) => ({ path, raw: `{"a":${'['.repeat(size)}` }) },
  ];
}

/** What is put into a field of a kind. */
const FILLINGS: Readonly<
  Record<'array' | 'group' | 'value', readonly (readonly [string, (size: number) => unknown])[]>
> = {
  array: [
    ['empty texts', (size) => repeated(size, () => '')],
    ['empty objects', (size) => repeated(size, () => ({}))],
    ['unknown fields of an item', (size) => [numbered(size, (nth) => [`f${nth}`, nth])]],
  ],
  group: [['unknown fields', (size) => numbered(size, (nth) => [`f${nth}`, nth])]],
  value: [
    ['a long text', (size) => 'x'.repeat(size)],
    ['an array', (size) => repeated(size, () => 7)],
    ['an object', (size) => numbered(size, (nth) => [`k${nth}`, [nth]])],
  ],
};

const repeated = <Item>(size: number, make: (nth: number) => Item): Item[] =>
  Array.from({ length: size }, (_, nth) => make(nth));

const numbered = (size: number, make: (nth: number) => readonly [string, unknown]) =>
  Object.fromEntries(repeated(size, make));

const formOf = (size: number, make: (nth: number) => string): string => repeated(size, make).join('&');

/** The valid body with a value at a path. */
function nested([name = '', ...below]: readonly string[], value: unknown, valid: object): object {
  const there = Reflect.get(valid, name);
  const group = typeof there === 'object' && there !== null && !Array.isArray(there) ? there : {};
  return { [name]: below.length === 0 ? value : { ...group, ...nested(below, value, group) } };
}

const takesWorkspace = ({ body }: Contract): boolean =>
  fieldsIn(body as v.GenericSchema).some(({ path }) => path.join('.') === 'workspace_id');

const PREFIXES = [
  'mem',
  'mtg',
  'bot',
  'cev',
  'cal',
  'ccl',
  'set',
  'asg',
  'tpl',
  'ord',
  'con',
  'cfd',
  'per',
  'com',
  'fol',
  'mbr',
  'sty',
  'exp',
  'glo',
  'brk',
  'file',
  'whe',
  'evt',
  'wks',
  'upl',
  'aud',
];

const AN_AGENT = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t-Vn3kq0';

/** With an id of the right form that no resource has. */
function pathOf({ path, params }: Contract): string {
  const ids = [...PREFIXES.map((prefix) => `${prefix}_01kcw3v9e2f3hb5wnkq8zr6m4t`), AN_AGENT];
  const id = ids.find((one) => v.safeParse(params, { id: one }).success);
  if (path.includes('{id}') && !id) throw new Error(`No id of a known form fits ${path}.`);
  return path.replace(/\{\w+(?::\w+)?\}/, id ?? 'first-request');
}
