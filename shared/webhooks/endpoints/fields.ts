import * as v from 'valibot';
import { readIsoDate } from '#shared/core/dates';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { documented } from '#shared/http/fields';

/** Whether it may be one is asked of the address itself; here only what every text must be. */
export const urlField = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', '[blank] must not be blank.'),
    v.check((text) => text.length <= 2_048, '[too_long] is longer than 2048 characters.'),
  ),
  {
    type: 'string',
    format: 'uri',
    maxLength: 2_048,
    description: 'A public https URL. A local stack also accepts http on loopback.',
  },
) as v.GenericSchema<string, string>;

/** `*` stands for every event, those that come later included; beside it the others say nothing. */
export const eventsField = documented(
  v.pipe(
    v.array(v.picklist([...PUBLIC_EVENTS, '*'])),
    v.check((types) => types.length > 0, '[blank] must name at least one event.'),
    v.transform((types): readonly string[] => (types.includes('*') ? ['*'] : [...new Set(types)])),
  ),
  { type: 'array', minItems: 1, items: { type: 'string', enum: [...PUBLIC_EVENTS, '*'] } },
) as v.GenericSchema<string[], readonly string[]>;

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
