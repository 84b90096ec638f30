import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import type { IsErased, Named } from '#shared/meetings/erasures/rules/erasure';

/**
 * The resource of a stored webhook event without erased people, in the shape of any version: people are known by having a
 * name and an email. They leave lists, and are null where a field has one person. The account of a calendar becomes empty
 * where it is an erased address. Metadata is the partner's own text.
 */
export function strippedSnapshot(resource: JsonObject, isErased: IsErased): JsonObject {
  return Object.fromEntries(
    Object.entries(resource).map(([field, value]) => [field, strippedField(field, value, isErased)]),
  ) as JsonObject;
}

function strippedField(field: string, value: Json, isErased: IsErased): Json {
  if (field === 'metadata') return value;
  const isAccount = field === 'account_email' && typeof value === 'string' && value !== '';
  return isAccount && isErased({ name: null, email: value }) ? '' : stripped(value, isErased);
}

type Json = JsonObject[string];

function stripped(value: Json, isErased: IsErased): Json {
  if (Array.isArray(value))
    return value.filter((one) => !isErasedPerson(one, isErased)).map((one) => stripped(one, isErased));
  if (!isJsonObject(value)) return value;
  return isErasedPerson(value, isErased) ? null : strippedSnapshot(value, isErased);
}

const isErasedPerson = (value: Json, isErased: IsErased): boolean => isNamed(value) && isErased(value);

const isNamed = (value: unknown): value is Named =>
  isJsonObject(value) && isTextOrNull(value['name']) && isTextOrNull(value['email']);

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
