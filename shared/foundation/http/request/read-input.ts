import * as v from 'valibot';
import { badRequest, notFound, unprocessable } from '#shared/foundation/core/refusal';
import type { Contract } from '#shared/foundation/http/contract';
import { type FaultList, queryRefusalFor, refusalFor } from '#shared/foundation/http/request/faults';
import { arrayForObject, fitBody } from '#shared/foundation/http/request/fit-body';

/** Path parameters: one that has not even the form of an id names nothing. */
export function readParams<Schema extends v.GenericSchema>(
  schema: Schema,
  params: Readonly<Record<string, string>>,
  noun: () => string,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, params);
  if (!read.success) throw notFound(noun());
  return read.output;
}

export function readQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
): v.InferOutput<Schema> {
  for (const name of ['page', 'per_page'])
    if (name in query)
      throw badRequest(
        `The parameter ${name} is not supported: follow _links.next.url to the next page, and set its size with limit.`,
        name,
      );
  const read = v.safeParse(schema, query);
  if (!read.success) throw queryRefusalFor(read.issues);
  return read.output;
}

/** A body in the newest shape. Values of a form are text: they are read as the type that the schema asks for. */
export function readFields(contract: Contract, sent: unknown, formValues: boolean): unknown {
  const { body: schema, unknownFieldsAre, bodyMayBeEmpty } = contract;
  if (schema === undefined) return undefined;
  if (sent === undefined && bodyMayBeEmpty) return v.parse(schema, {});
  if (sent === undefined) throw badRequest('The body is empty.');
  const { body, faults } = fitBody(schema, sent);
  const read = v.safeParse(schema, body);
  const again = formValues && !read.success ? v.safeParse(schema, withTypes(body, read.issues)) : read;
  if (unknownFieldsAre === 'malformed') refuseUnknown(faults);
  if (!again.success || faults.kept.length > 0) throw refusalFor(again.issues ?? [], faults);
  if (read.success) refuseArrayForObject(schema, body);
  return again.output;
}

function refuseArrayForObject(schema: v.GenericSchema, body: unknown): void {
  const field = arrayForObject(schema, body);
  if (field !== undefined && field !== '') throw unprocessable(field, 'invalid_type', `${field} must be an object.`);
}

function refuseUnknown({ kept }: FaultList): void {
  const unknown = kept.find(({ code }) => code === 'unknown_field');
  if (unknown) throw badRequest(unknown.message, unknown.field);
}

/** Where the texts that were refused for their type stand in a form's body, and what to read them as. */
type Corrections = Map<unknown, Corrections | { readonly value: unknown }>;

/** The form's body with each of these texts read as the type that its field has. One traversal for all of them. */
function withTypes(body: unknown, issues: readonly v.BaseIssue<unknown>[]): unknown {
  const corrections: Corrections = new Map();
  for (const issue of issues) if (typeof issue.input === 'string') place(corrections, issue, issue.input);
  return corrected(body, corrections);
}

function place(corrections: Corrections, issue: v.BaseIssue<unknown>, text: string): void {
  const keys = (issue.path ?? []).map(({ key }) => key);
  let group = corrections;
  for (const key of keys.slice(0, -1)) {
    const next = group.get(key) ?? new Map();
    if (!(next instanceof Map)) return;
    group.set(key, next);
    group = next;
  }
  if (keys.length > 0) group.set(keys.at(-1), { value: typed(issue, text) });
}

function corrected(shape: unknown, corrections: Corrections): unknown {
  const at = (key: unknown, child: unknown): unknown => {
    const correction = corrections.get(key);
    if (!correction) return child;
    return correction instanceof Map ? corrected(child, correction) : correction.value;
  };
  if (Array.isArray(shape)) return shape.map((item, index) => at(index, item));
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).map(([name, child]) => [name, at(name, child)]));
}

function typed({ type, expected }: v.BaseIssue<unknown>, text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (type === 'array') return [text];
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  return text === '' && expected?.includes('null') ? null : text;
}
