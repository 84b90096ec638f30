import * as v from 'valibot';
import type { IdPrefix, IdsByPrefix } from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { Instant } from '#shared/foundation/core/time';

/** The parts that rows are made of. What is read here was written by us, yet it is parsed: rows outlive code. */
export const instant = v.pipe(
  v.number(),
  v.transform((milliseconds) => milliseconds as Instant),
);

export const id = <Prefix extends IdPrefix>(prefix: Prefix) =>
  v.pipe(
    v.string(),
    v.startsWith(`${prefix}_`),
    v.transform((text) => text as IdsByPrefix[Prefix]),
  );

/**
 * A value that tells why or what, and decides nothing: one of these, or one of a newer version, which is kept as it is. Two
 * versions share the table while a deployment shifts traffic, and to the older one a closed list would make the whole row
 * unreadable.
 */
export const label = <const Value extends string | number>(known: readonly Value[]) =>
  v.custom<Value>((value) => typeof value === typeof known[0], `a label such as ${known[0]}`);

/** Of a calendar of either kind. */
export const calendarId = v.union([id('cal'), id('cfd')]);

const isTextMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** By reference: valibot's records drop keys such as `constructor`, and customers may use any. */
export const metadata = v.custom<Metadata>(isTextMap);

export const person = v.object({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  memberId: v.nullable(id('mem')),
});

export const attendee = v.object({
  ...person.entries,
  response: v.picklist(['accepted', 'declined', 'tentative', 'needs_action']),
});

export const category = v.picklist(['always', 'external', 'internal']);

export const choice = v.object({ category, assignmentId: id('asg'), settingsId: id('set') });
