import * as v from 'valibot';
import { badRequest, notFound, unprocessable } from '#shared/core/refusal';
import type { Contract } from '#shared/http/contract';
import { arrayForObject } from '#shared/http/request/array-for-object';
import { pathOf, queryRefusalFor, refusalFor } from '#shared/http/request/faults';
import { furtherUnknownFields, isUnknownField } from '#shared/http/request/unknown-fields';

/** Path parameters: one that has not even the form of an id names nothing. */
export function readParams<Schema extends v.GenericSchema>(
  schema: Schema,
  params: Readonly<Record<string, string>>,
  what: string,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, params);
  if (!read.success) throw notFound(what);
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
export function readFields(contract: Contract, body: unknown, formValues: boolean): unknown {
  const { body: schema, unknownFieldsAre, bodyMayBeEmpty } = contract;
  if (schema === undefined) return undefined;
  if (body === undefined && bodyMayBeEmpty) return v.parse(schema, {});
  if (body === undefined) throw badRequest('The body is empty.');
  const read = v.safeParse(schema, body);
  if (read.success) {
    refuseArrayForObject(schema, body);
    return read.output;
  }
  const again = formValues ? v.safeParse(schema, withTypes(body, read.issues)) : read;
  if (again.success) return again.output;
  if (unknownFieldsAre === 'malformed') refuseUnknown(again.issues);
  throw refusalFor([...again.issues, ...furtherUnknownFields(schema, body, again.issues)]);
}

function refuseArrayForObject(schema: v.GenericSchema, body: unknown): void {
  const field = arrayForObject(schema, body);
  if (field !== undefined && field !== '') throw unprocessable(field, 'invalid_type', `${field} must be an object.`);
}

function refuseUnknown(issues: readonly v.BaseIssue<unknown>[]): void {
  const unknown = issues.find(isUnknownField);
  if (!unknown) return;
  const field = pathOf(unknown);
  throw badRequest(`${field} is not a field of this request.`, field);
}

/** The form's body with each text that was refused for its type read as that type. */
function withTypes(body: unknown, issues: readonly v.BaseIssue<unknown>[]): unknown {
  return issues.reduce(
    (shape, issue) =>
      replaced(
        shape,
        (issue.path ?? []).map((item) => item.key),
        typed(issue),
      ),
    body,
  );
}

function typed(issue: v.BaseIssue<unknown>): unknown {
  if (typeof issue.input !== 'string') return issue.input;
  if (issue.input === 'true' || issue.input === 'false') return issue.input === 'true';
  if (issue.type === 'array') return [issue.input];
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(issue.input)) return Number(issue.input);
  return issue.input === '' && issue.expected?.includes('null') ? null : issue.input;
}

function replaced(shape: unknown, path: readonly unknown[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(shape)) return shape.map((item, at) => (at === key ? replaced(item, rest, value) : item));
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(
    Object.entries(shape).map(([name, child]) => [name, name === key ? replaced(child, rest, value) : child]),
  );
}
