import * as v from 'valibot';
import type { Person } from '#shared/foundation/core/people';
import { documented } from '#shared/foundation/http/fields';

/** Parts of answers, for the OpenAPI document and for the tests that hold every answer against it. */
export const dateTime = v.pipe(v.string(), v.isoTimestamp());
export const metadataMap = documented(
  v.custom<Record<string, string>>(
    (value) =>
      typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string'),
  ),
  { type: 'object', additionalProperties: { type: 'string' } },
);
export const idText = (prefix: string) => v.pipe(v.string(), v.startsWith(`${prefix}_`));

export const PersonBody = v.strictObject({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  member_id: v.nullable(idText('mem')),
});

/** The list envelope around one kind of resource. */
export const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.strictObject({
    object: v.literal('list'),
    data: v.array(item),
    has_more: v.boolean(),
    _links: v.strictObject({ next: v.optional(v.strictObject({ url: v.string() })) }),
  });

export const presentPerson = ({ name, email, memberId }: Person) => ({ name, email, member_id: memberId });
