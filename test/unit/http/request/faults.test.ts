import * as v from 'valibot';
import type { Refusal } from '#shared/foundation/core/refusal';
import {
  idField,
  instantField,
  metadataField,
  nameField,
  pageQuery,
  workspaceField,
} from '#shared/foundation/http/fields';
import { queryRefusalFor, refusalFor } from '#shared/foundation/http/request/faults';
import { describe, expect, it } from '#test/support/jest';

const Body = v.strictObject({
  workspace_id: workspaceField,
  title: v.string(),
  kind: v.optional(v.picklist(['one', 'other'])),
  count: v.optional(v.number()),
  at: v.optional(instantField),
  owner: v.optional(v.strictObject({ name: nameField, id: v.optional(idField('mem')) })),
  people: v.optional(v.array(v.strictObject({ email: v.string() }))),
  metadata: v.optional(metadataField),
});

const RIGHT = { workspace_id: 'wks_1', title: 'Weekly' };

const issuesIn = (schema: v.GenericSchema, input: unknown) => {
  const { issues } = v.safeParse(schema, input);
  if (!issues) throw new Error('Nothing is wrong with that');
  return issues;
};
const bodyRefusal = (body: object) => refusalFor(issuesIn(Body, body));
const told = ({ kind, faults }: Refusal) => [kind, ...faults.map(({ code, field }) => `${code} ${field}`)];

describe('what a body is refused with', () => {
  it('is a 400 for what is required at the top, all of it and nothing else beside it', () => {
    const missingTitle = bodyRefusal({ workspace_id: 'wks_1', count: 'many', colour: 'red' });
    expect(told(missingTitle)).toEqual(['malformed', 'missing title']);
    expect(missingTitle.faults[0]?.message).toBe('The parameter title is missing.');
    expect(told(bodyRefusal({}))).toEqual(['malformed', 'bad_request workspace_id', 'missing title']);
  });

  it('is a 400 for a blank workspace', () => {
    expect(told(bodyRefusal({ ...RIGHT, workspace_id: ' ' }))).toEqual(['malformed', 'bad_request workspace_id']);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, 'unknown_field colour'],
    ['one inside', { owner: { name: 'Ada', age: 7 } }, 'unknown_field owner.age'],
    ['what is required inside', { owner: {} }, 'missing owner.name'],
    ['what is required in an item', { people: [{ email: 'a@b.c' }, {}] }, 'missing people.1.email'],
    ['another type', { count: 'many' }, 'invalid_type count'],
    ['null', { count: null }, 'invalid_type count'],
    ['a text outside its set', { kind: 'third' }, 'inclusion kind'],
    ['no text where there is a set', { kind: 3 }, 'invalid_type kind'],
    ['a coded rule', { owner: { name: '' } }, 'blank owner.name'],
    ['a time that is none', { at: 'noon' }, 'invalid_format at'],
    ['an id of another kind', { owner: { name: 'Ada', id: 'mtg_1' } }, 'invalid owner.id'],
    ['a metadata value', { metadata: { seat: [] } }, 'invalid_type metadata.seat'],
    ['the whole of the metadata', { metadata: null }, 'invalid_type metadata'],
  ])('is a 422 for %s, with its place', (_what, body, fault) => {
    expect(told(bodyRefusal({ ...RIGHT, ...body }))).toEqual(['unprocessable', fault]);
  });

  it('is one error for each field, in the order of the fields', () => {
    const refusal = bodyRefusal({ ...RIGHT, kind: 'third', count: 'many', owner: { name: 7 } });

    expect(told(refusal)).toEqual(['unprocessable', 'inclusion kind', 'invalid_type count', 'invalid_type owner.name']);
  });

  it('lists the allowed set in its message, and says what type is asked for', () => {
    const { faults } = bodyRefusal({ ...RIGHT, kind: 'third', count: 'many', people: 7, owner: 'Ada' });

    expect(faults.map(({ message }) => message)).toEqual([
      'kind must be one of one, other.',
      'count must be a number.',
      'owner must be an object.',
      'people must be an array.',
    ]);
  });
});

describe('what a query is refused with', () => {
  const Query = v.strictObject({
    workspace_id: workspaceField,
    type: v.string(),
    status: v.optional(v.picklist(['failed'])),
    ...pageQuery,
  });
  const queryRefusal = (query: object) => queryRefusalFor(issuesIn(Query, query));

  it('is always a 400: `missing` for what is absent, `bad_request` for the workspace and all else', () => {
    expect(told(queryRefusal({}))).toEqual(['malformed', 'bad_request workspace_id', 'missing type']);
    const right = { workspace_id: 'wks_1', type: 'all' };
    expect(told(queryRefusal({ ...right, name: 'Ada' }))).toEqual(['malformed', 'bad_request name']);
    expect(told(queryRefusal({ ...right, status: 'lost' }))).toEqual(['malformed', 'bad_request status']);
    expect(told(queryRefusal({ ...right, limit: '0' }))).toEqual(['malformed', 'bad_request limit']);
  });
});
