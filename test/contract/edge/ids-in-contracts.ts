import * as v from 'valibot';
import type { Contract } from '#shared/foundation/http/contract';
import { resources } from '#shared/wiring/resources';

/** Somewhere in a request where the id of a resource can stand. */
export interface IdPlace {
  readonly where: 'path' | 'query' | 'body';
  /** Dotted, as refusals name it. */
  readonly field: string;
  /** Each kind of id it takes, and how it is written there. */
  readonly takes: readonly Form[];
}

interface Form {
  /** The prefix of the id. */
  readonly kind: string;
  readonly write: (id: string) => unknown;
}

const KINDS = [
  ...'usr wks mbr mem mtg bot cev cal cfd set asg brk con fol ord exp upl glo file whe evt ccl aud per com'.split(' '),
  ...['out', 'job', 'agt'],
  ...resources.map(({ entity }) => entity.prefix),
];
/** Fields of settings, which refuse with the others what has no right form. */
const CALLED: Readonly<Record<string, string>> = { brand_kit_id: 'brk', template: 'tpl', summary_template: 'tpl' };
/** Ids that mean something within one text alone, or are compared as texts of any kind. */
const LOCAL: readonly string[] = ['speaker_id', 'target_id', 'resource_id'];
const SUFFIX = '01kcw3v9e2f3hb5wnkq8zr6m4t';
/** The form of an id, of a kind that there is not: what takes this too, takes any text. */
const NO_KIND = `xyz_${SUFFIX}`;

/**
 * Every place of a request that takes ids, found by trying: its schema takes the id of a kind and refuses the like of
 * it. A workspace's id, of which older integrations know another form, is found by the name of its field.
 */
export const idPlacesIn = ({ params, query, body }: Contract): readonly IdPlace[] => [
  ...placesIn(params, 'path'),
  ...placesIn(query, 'query'),
  ...(body ? placesIn(body, 'body') : []),
];

const placesIn = (schema: v.GenericSchema, where: IdPlace['where']): readonly IdPlace[] =>
  fieldsOf(schema, '').flatMap(([field, inner]) => {
    const takes = formsOf(field, inner, where);
    return takes.length > 0 ? [{ where, field, takes }] : [];
  });

interface Shape {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly unknown[];
}

/** The fields of a request at any depth, those of groups and of lists' items included. */
function fieldsOf(schema: v.GenericSchema, above: string): readonly (readonly [string, v.GenericSchema])[] {
  const { entries, item, wrapped, options } = schema as Shape;
  if (wrapped) return fieldsOf(wrapped, above);
  if (entries)
    return Object.entries(entries).flatMap(([name, inner]) => {
      const field = above === '' ? name : `${above}.${name}`;
      return [[field, inner] as const, ...fieldsOf(inner, field)];
    });
  if (item) return fieldsOf(item, `${above}.0`);
  return (options ?? []).flatMap((option) => (isSchema(option) ? fieldsOf(option, above) : []));
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const bare = (id: string) => id;
const alone = (id: string) => [id];

function formsOf(field: string, schema: v.GenericSchema, where: IdPlace['where']): readonly Form[] {
  const name = field.split('.').at(-1) ?? '';
  if (name === 'scope')
    return [
      { kind: 'mem', write: (id) => [`member:${id}`] },
      { kind: 'mtg', write: (id) => [`meeting:${id}`] },
      { kind: 'wks', write: (id) => [`workspace:${id}`] },
    ];
  const found = KINDS.flatMap((kind) =>
    [bare, alone]
      .filter((write) => takes(schema, write(exampleOf(kind))) && !takes(schema, write(NO_KIND)))
      .map((write) => ({ kind, write })),
  );
  if (found.length > 0) return found;
  if (/^workspace_ids$/.test(name)) return [{ kind: 'wks', write: alone }];
  if (/^(?:workspace|organization)_id$/.test(name) || (where === 'path' && takes(schema, NO_KIND)))
    return [{ kind: 'wks', write: bare }];
  const called = CALLED[name];
  if (called !== undefined) return [{ kind: called, write: bare }];
  if (LOCAL.includes(name)) return [];
  if (/_ids?$/.test(name)) throw new Error(`${field} is called an id and takes none.`);
  return [];
}

/** The id of an agent begins with that of its user. */
const exampleOf = (kind: string): string => (kind === 'agt' ? `usr_${SUFFIX}-a1b2c3d4` : `${kind}_${SUFFIX}`);

const takes = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;
