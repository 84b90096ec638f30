import * as v from 'valibot';
import { readIsoDate } from '#shared/foundation/core/time';
import { isOperational } from '#shared/foundation/events/rules/operational-event';
import { documented } from '#shared/foundation/http/fields';
import { MAX_RATE } from '#shared/webhooks/delivery/rules/rate-slot';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';

/** More than there are, so that lists with repetitions stay valid. */
const MAX_EVENT_TYPES = 100;

/** `*` stands for every event but the operational ones, those that come later included; it makes others beside it redundant. */
export const eventsField = documented(
  v.pipe(
    v.array(v.picklist([...PUBLIC_EVENTS, '*'])),
    v.maxLength(MAX_EVENT_TYPES, `[too_long] has more than ${MAX_EVENT_TYPES} event types.`),
    v.check((types) => types.length > 0, '[blank] must name at least one event.'),
    v.transform((types): readonly string[] => [...new Set(types.includes('*') ? types.filter(isBesideAll) : types)]),
  ),
  {
    type: 'array',
    minItems: 1,
    maxItems: MAX_EVENT_TYPES,
    items: { type: 'string', enum: [...PUBLIC_EVENTS, '*'] },
  },
) as v.GenericSchema<string[], readonly string[]>;

const isBesideAll = (type: string): boolean => type === '*' || isOperational(type);

/** Hours of failing after which the service disables an endpoint: docs/limits-and-rules.md#webhooks. */
const [FEWEST_HOURS, MOST_HOURS] = [24, 720];

export const disableAfterHoursField = v.nullable(
  documented(
    v.pipe(
      v.number(),
      v.check((hours) => Number.isInteger(hours), '[invalid_type] must be a whole number of hours, or null.'),
      v.check(
        (hours) => hours >= FEWEST_HOURS && hours <= MOST_HOURS,
        `[invalid] must be between ${FEWEST_HOURS} and ${MOST_HOURS}, or null.`,
      ),
    ),
    { type: 'integer', minimum: FEWEST_HOURS, maximum: MOST_HOURS },
  ),
);

export const maxPerSecondField = v.nullable(
  documented(
    v.pipe(
      v.number(),
      v.check((rate) => Number.isInteger(rate), '[invalid_type] must be a whole number, or null.'),
      v.check((rate) => rate >= 1 && rate <= MAX_RATE, `[invalid] must be between 1 and ${MAX_RATE}, or null.`),
    ),
    { type: 'integer', minimum: 1, maximum: MAX_RATE },
  ),
);

/** Signed with exactly as it is given, so it has to survive being written down. */
export const secretField = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.length <= 256, '[too_long] is longer than 256 characters.'),
    v.check((text) => /^[\x21-\x7e]*$/.test(text), '[invalid_format] must be visible ASCII, without spaces.'),
    v.check((text) => text.length >= 24, '[invalid] is shorter than 24 characters.'),
  ),
  { type: 'string', minLength: 24, maxLength: 256, pattern: '^[\\x21-\\x7e]+$' },
) as v.GenericSchema<string, string>;

export const dateField = documented(
  v.pipe(
    v.string(),
    v.check((text) => readIsoDate(text) !== undefined, '[invalid_format] must be a date such as 2026-10-12.'),
  ),
  { type: 'string', format: 'date' },
) as v.GenericSchema<string, string>;
