import * as v from 'valibot';
import { documented } from '#shared/foundation/http/fields';
import {
  isHeaderName,
  isHeaderValue,
  isReservedHeader,
  MASKED_VALUE,
  MAX_HEADERS,
  MAX_HEADERS_LENGTH,
} from '#shared/webhooks/endpoints/rules/endpoint-headers';

const LONGEST_VALUE = 1_024;

/** The names in lower case, in which HTTP compares them, with their values. */
export type HeadersSent = Readonly<Record<string, string>>;

const DESCRIPTION = `Headers that are added to every request to the endpoint, up to ${MAX_HEADERS}: a token for a gateway in front of the receiver, for example. A change replaces all of them, and \`{}\` removes them. Responses show \`${MASKED_VALUE}\` in place of each value.`;

/** Names are looked at one by one, after their number: a body may hold many. */
export const headersField = documented(
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): HeadersSent => {
      const faults = faultsOf(value);
      for (const { name, message } of faults) addIssue({ message, ...(name !== undefined && pathTo(value, name)) });
      if (faults.length > 0) return NEVER;
      return Object.fromEntries(entriesOf(value).map(([name, text]) => [name.toLowerCase(), String(text)]));
    }),
  ),
  {
    type: 'object',
    description: DESCRIPTION,
    maxProperties: MAX_HEADERS,
    propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$" },
    additionalProperties: {
      type: 'string',
      minLength: 1,
      maxLength: LONGEST_VALUE,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
    },
  },
) as v.GenericSchema<unknown, HeadersSent>;

/** Of a response. */
export const maskedHeaders = documented(v.record(v.string(), v.literal(MASKED_VALUE)), {
  type: 'object',
  description: `The names of the headers that are added to every request, in lower case, each with \`${MASKED_VALUE}\` in place of its value.`,
  additionalProperties: { type: 'string' },
});

interface HeaderFault {
  readonly name?: string;
  readonly message: string;
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] => Object.entries(value as object);

function faultsOf(value: unknown): readonly HeaderFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ message: '[invalid_type] must be an object of header names and values.' }];
  const entries = entriesOf(value);
  if (entries.length > MAX_HEADERS) return [{ message: `[too_long] has more than ${MAX_HEADERS} headers.` }];
  const names = entries.map(([name]) => name.toLowerCase());
  const faults = entries.flatMap(([name, text], at): readonly HeaderFault[] => {
    const message = faultOfName(names, at) ?? faultOfValue(text);
    return message === undefined ? [] : [{ name, message }];
  });
  if (faults.length > 0 || JSON.stringify(value).length <= MAX_HEADERS_LENGTH) return faults;
  return [{ message: `[too_long] is longer than ${MAX_HEADERS_LENGTH} characters of JSON.` }];
}

function faultOfName(names: readonly string[], at: number): string | undefined {
  const name = names[at] ?? '';
  if (!isHeaderName(name)) return '[invalid] is not a header name of up to 64 characters.';
  if (isReservedHeader(name)) return '[invalid] is a header that the service or HTTP itself sets.';
  return names.indexOf(name) < at ? '[invalid] is given twice: header names have no case.' : undefined;
}

function faultOfValue(text: unknown): string | undefined {
  if (typeof text !== 'string') return '[invalid_type] must be a string.';
  if (text.trim() === '') return '[blank] must not be blank.';
  if (text.length > LONGEST_VALUE) return `[too_long] is longer than ${LONGEST_VALUE} characters.`;
  if (!isHeaderValue(text)) return '[invalid_format] must be visible ASCII, with spaces only inside.';
  return text === MASKED_VALUE ? '[invalid] is what a response shows in place of the value.' : undefined;
}

const pathTo = (input: unknown, key: string) => ({
  path: [{ type: 'object', origin: 'value', input, key, value: undefined }] as never,
});
