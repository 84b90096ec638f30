import * as v from 'valibot';
import { documented, rule } from '#shared/foundation/http/fields';
import {
  type EventFilters,
  FILTER_OPERATORS,
  type FilterCondition,
  MAX_CONDITIONS,
  MAX_FILTERS_LENGTH,
} from '#shared/webhooks/endpoints/rules/event-filter';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';

const LONGEST_PATH = 100;
const LONGEST_VALUE = 200;

const pathField = v.pipe(
  v.string(),
  v.check((path) => path.length <= LONGEST_PATH, `[too_long] is longer than ${LONGEST_PATH} characters.`),
  v.check((path) => /^[^.]+(\.[^.]+)*$/.test(path), '[invalid_format] must be names with dots between them.'),
);

const valueField = v.pipe(
  v.union(
    [v.string(), v.number(), v.boolean(), v.null()],
    '[invalid_type] must be a string, a number, true, false or null.',
  ),
  v.check((value) => String(value).length <= LONGEST_VALUE, `[too_long] is longer than ${LONGEST_VALUE} characters.`),
);

const conditionField = v.pipe(
  v.strictObject({ path: pathField, operator: v.picklist(FILTER_OPERATORS), value: valueField }),
  rule<FilterCondition>(
    'value',
    '[invalid] must be a text that is not empty, since operator is prefix.',
    ({ operator, value }) => operator !== 'prefix' || (typeof value === 'string' && value !== ''),
  ),
);

const conditionsField = v.pipe(
  v.array(conditionField),
  v.maxLength(MAX_CONDITIONS, `[too_long] has more than ${MAX_CONDITIONS} conditions.`),
);

const CONDITION_DOCUMENT = {
  type: 'object',
  required: ['path', 'operator', 'value'],
  properties: {
    path: {
      type: 'string',
      maxLength: LONGEST_PATH,
      pattern: '^[^.]+(\\.[^.]+)*$',
      description:
        'The path of a value in `data.object`: `metadata.team`. Through an array it leads to the values of every item: `participants.email`.',
    },
    operator: {
      type: 'string',
      enum: [...FILTER_OPERATORS],
      description: '`equals`: the value is `value`. `prefix`: the value begins with `value`.',
    },
    value: {
      anyOf: [{ type: 'string', maxLength: LONGEST_VALUE }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
      description: 'Compared as text, with case. `prefix` takes a string. Null equals only null.',
    },
  },
};

/** What an answer says of filters; a request is stricter. */
export const FILTERS_DOCUMENT = {
  type: 'object',
  description:
    'Conditions by event type. An event is sent if all conditions of its type hold for its `data.object`; events of other types are sent as they come. A change replaces all filters, and `{}` removes them.',
  additionalProperties: { type: 'array', maxItems: MAX_CONDITIONS, items: CONDITION_DOCUMENT },
};

const REQUEST_DOCUMENT = {
  ...FILTERS_DOCUMENT,
  propertyNames: { enum: [...PUBLIC_EVENTS] },
  additionalProperties: {
    ...FILTERS_DOCUMENT.additionalProperties,
    items: { ...CONDITION_DOCUMENT, additionalProperties: false },
  },
};

/** By event type. An empty list of conditions is none. */
export const filtersField = documented(
  v.pipe(
    v.strictObject(Object.fromEntries(PUBLIC_EVENTS.map((type) => [type, v.optional(conditionsField)]))),
    v.check(
      (filters) => JSON.stringify(filters).length <= MAX_FILTERS_LENGTH,
      `[too_long] is longer than ${MAX_FILTERS_LENGTH} characters of JSON.`,
    ),
  ),
  REQUEST_DOCUMENT,
) as v.GenericSchema<unknown, EventFilters>;
