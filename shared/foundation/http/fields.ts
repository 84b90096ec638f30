import * as v from 'valibot';
import { type IdPrefix, type IdsByPrefix, idOf } from '#shared/foundation/core/ids';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import { type MetadataChange, readMetadata } from '#shared/foundation/core/metadata';
import { emailIn } from '#shared/foundation/core/people';
import { hasControls, isLongerThan, type NameFault, nameFault, relayedNameFault } from '#shared/foundation/core/text';
import { type Instant, readInstant } from '#shared/foundation/core/time';

/** Parts of requests. A message in square brackets is the code it answers with (see faults.ts). */

/** A schema with what the OpenAPI document says of it, where that cannot be read off the schema. */
export const documented = <Schema extends v.GenericSchema>(schema: Schema, jsonSchema: JsonObject) =>
  v.pipe(schema, v.metadata({ jsonSchema }));

/** What the document says of a schema beside what it reads off it: rules between fields. */
export const alsoDocumented = <Schema extends v.GenericSchema>(schema: Schema, beside: JsonObject) =>
  v.pipe(schema, v.metadata({ besideJsonSchema: beside }));

/** ISO 8601 with an offset or Z. */
export const instantField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const at = readInstant(dataset.value);
      if (at !== undefined) return at;
      addIssue({ message: '[invalid_format] must be a date and time with an offset, such as 2026-11-02T10:00:00Z.' });
      return NEVER;
    }),
  ),
  { type: 'string', format: 'date-time', pattern: '^(19[7-9]\\d|[2-9]\\d{3})-' },
) as v.GenericSchema<string, Instant>;

/** An id of one kind; whether it exists is asked later. */
export const idField = <Prefix extends IdPrefix>(prefix: Prefix) =>
  documented(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const id = idOf(prefix, dataset.value);
        if (id !== undefined) return id;
        addIssue({ message: `[invalid] must be an id that begins with ${prefix}_.` });
        return NEVER;
      }),
    ),
    { type: 'string', pattern: `^${prefix}_` },
  ) as v.GenericSchema<string, IdsByPrefix[Prefix]>;

/** The path parameter of a resource. */
export const idParams = <Prefix extends IdPrefix>(prefix: Prefix) => v.object({ id: idField(prefix) });

const workspaceNamed = (blank: `[${string}] ${string}`, documentation: JsonObject = {}) =>
  documented(
    v.pipe(
      v.union([v.string(), v.pipe(v.number(), v.integer()), v.null()], '[invalid_type] must be a workspace id.'),
      v.transform((sent) => (sent === null ? '' : String(sent))),
      v.check((text) => text.trim() !== '', blank),
    ),
    { anyOf: [{ type: 'string', pattern: '^(wks_|[0-9])' }, { type: 'integer' }], ...documentation },
  ) as v.GenericSchema<string | number, string>;

/** `wks_…` or the integer that older integrations know; the text of either. A blank one and null are missing. */
export const workspaceField = workspaceNamed('[absent] is missing.');

/** The same where a key of exactly one workspace may leave it out. */
export const optionalWorkspaceField = v.optional(
  workspaceNamed('[absent] is missing.', {
    description: 'A key that belongs to exactly one workspace may leave it out.',
  }),
);

/** The same in a list. */
export const workspaceItem = workspaceNamed('[bad_request] is blank.');

export const metadataField = documented(
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }): MetadataChange => {
      const { faults, ...change } = readMetadata(dataset.value, '');
      for (const { code, message, field } of faults) addIssue(metadataIssue(code, message, field, dataset.value));
      return faults.length > 0 ? NEVER : change;
    }),
  ),
  {
    anyOf: [
      {
        type: 'object',
        maxProperties: 50,
        propertyNames: { minLength: 1, maxLength: 40, pattern: '^[^\\[\\]]*$' },
        additionalProperties: { anyOf: [{ type: 'string', maxLength: 500 }, { type: 'number' }, { type: 'boolean' }] },
      },
      { type: 'string', enum: [''] },
    ],
  },
) as v.GenericSchema<unknown, MetadataChange>;

function metadataIssue(code: string, message: string, field: string | undefined, input: unknown) {
  const key = (field ?? '').replace(/^\./, '');
  const said = message.replace(field ?? '', '').trim();
  const issue = { message: `[${code}] ${said}` };
  return key === ''
    ? issue
    : { ...issue, path: [{ type: 'object', origin: 'value', input, key, value: undefined }] as never };
}

const NAME_FAULTS = {
  blank: '[blank] must not be blank.',
  too_long: '[too_long] is longer than 100 characters.',
  invalid_format: '[invalid_format] must be a name in valid Unicode, on one line, and not a URL.',
} as const;

const namedBy = (faultOf: (name: string) => NameFault | undefined) =>
  documented(
    v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const fault = dataset.typed ? faultOf(dataset.value) : undefined;
        if (fault) addIssue({ message: NAME_FAULTS[fault] });
      }),
    ),
    { type: 'string', minLength: 1, maxLength: 100 },
  ) as v.GenericSchema<string, string>;

/** A person's or thing's name: at most 100 characters on one line, not a URL. */
export const nameField = namedBy((name) => nameFault(name));

/** The name of someone in a call, as its platform or a calendar showed it. */
export const relayedNameField = namedBy((name) => relayedNameFault(name));

/** Free text with a limit in characters, not in bytes. */
export const textField = (longest: number) =>
  documented(
    v.pipe(
      v.string(),
      v.check((text) => !isLongerThan(text, longest), `[too_long] is longer than ${longest} characters.`),
      v.check((text) => text.isWellFormed(), '[invalid_format] contains a lone surrogate, which is not valid Unicode.'),
    ),
    { type: 'string', maxLength: longest },
  ) as v.GenericSchema<string, string>;

/** Free text that is passed on to other services and shown to others: a message in a chat, or in a mail. */
export const messageField = (longest: number) =>
  v.pipe(
    textField(longest),
    v.check((text) => !hasControls(text), '[invalid_format] contains a control character.'),
  );

/** The beginning of what is searched for. */
export const searchField = textField(100);

/** Trimmed and in lower case. */
export const emailField = documented(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const email = emailIn(dataset.value);
      if (email !== undefined) return email;
      addIssue({ message: '[invalid_format] must be an email address.' });
      return NEVER;
    }),
  ),
  { type: 'string', format: 'email' },
) as v.GenericSchema<string, string>;

/** BCP-47, as `Intl` reads it. No language has a name of more than three letters, though the syntax has room for it. */
export const isLanguage = (text: string): boolean => {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(text) && text.length <= 35 && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** A language tag, or one of a few words that mean something else. */
export const languageField = (...words: readonly string[]) =>
  documented(
    v.pipe(
      v.string(),
      v.check(
        (text) => words.includes(text) || isLanguage(text),
        `[invalid] must be a BCP-47 language code${words.map((word) => ` or ${word}`).join('')}.`,
      ),
    ),
    { type: 'string', examples: ['en', 'de-CH', ...words] },
  ) as v.GenericSchema<string, string>;

/** `limit` and `cursor`, as every list takes them. */
export const pageQuery = {
  limit: v.optional(
    documented(
      v.pipe(
        v.string(),
        v.check((text) => /^(?:[1-9]\d?|100)$/.test(text), '[bad_request] must be a whole number from 1 to 100.'),
        v.transform(Number),
      ),
      { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    ) as v.GenericSchema<string, number>,
    '25',
  ),
  cursor: v.optional(v.string()),
};

/**
 * Top-level fields that other fields make required. They are reported together with all other absent fields, even
 * when another field is invalid (docs/api/errors.md, `missing`).
 */
export const alsoRequired = <Fields extends object>(
  absentFrom: (sent: Partial<Fields>) => readonly (keyof Fields & string)[],
): v.RawCheckAction<Fields> =>
  v.rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!isJsonObject(dataset.value)) return;
    for (const key of absentFrom(dataset.value as Partial<Fields>)) {
      const at = { type: 'object', origin: 'value', input: dataset.value, key, value: undefined } as const;
      addIssue({ message: '[absent] is missing.', path: [at as never] });
    }
  });

/** A rule between fields, told at one of them. */
export const rule = <Fields extends object>(
  field: keyof Fields & string,
  message: string,
  holds: (fields: Fields) => boolean,
): v.RawCheckAction<Fields> =>
  v.rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!dataset.typed || holds(dataset.value)) return;
    const at = {
      type: 'object',
      origin: 'value',
      input: dataset.value,
      key: field,
      value: dataset.value[field],
    } as const;
    addIssue({ message, path: [at as never] });
  });

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
    description: 'A public https URL. A local stack also accepts localhost and 127.0.0.1, with http too.',
  },
) as v.GenericSchema<string, string>;
