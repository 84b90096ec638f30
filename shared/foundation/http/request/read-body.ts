import { isJsonObject } from '#shared/foundation/core/json';
import { badRequest, Refusal } from '#shared/foundation/core/refusal';
import { type BodyEvent, type BodyLimit, bytesOf } from '#shared/foundation/http/request/body-bytes';
import { readForm } from '#shared/foundation/http/request/read-form';
import { invalidJson, MAX_VALUES, readJson } from '#shared/foundation/http/request/read-json';

/** How much a body may hold. */
export interface BodySize extends BodyLimit {
  readonly values: number;
}

export const NORMAL_BODY: BodySize = { most: 1_048_576, inWords: '1 MB', values: MAX_VALUES };

/** A transcript with its words. Lambda takes 6 MB, and the gateway 10, in words of their own. */
export const LARGE_BODY: BodySize = { most: 4_194_304, inWords: '4 MB', values: 400_000 };

/** What no encoded form begins with, and a JSON object, list or text does. */
const BEGINS_JSON = '{["';

export interface RequestBody {
  /** Numbers under a key `metadata` are `SourceNumber`s, at any depth. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The values are all text: `true`, `false` and digits are to be read as the field's type. */
  readonly formValues: boolean;
}

/**
 * What a request carries: JSON whatever the content type says, or a form where it says so and the text is no JSON.
 * Undefined for an empty body. 400 `invalid_json` or `bad_request` for what cannot be read.
 */
export function readBody(event: BodyEvent, size: BodySize = NORMAL_BODY): RequestBody | undefined {
  const text = textOf(event, size);
  const start = text.trimStart().charAt(0);
  if (start === '') return undefined;
  if (!BEGINS_JSON.includes(start) && isForm(event)) return { fields: readForm(text), formValues: true };
  const fields: unknown = readJson(text, size.values);
  if (!isJsonObject(fields)) throw badRequest('The body must be a JSON object.');
  return { fields, formValues: false };
}

function textOf(event: BodyEvent, size: BodySize): string {
  try {
    // A byte order mark in front is dropped.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(event, size));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalidJson('The body is not valid UTF-8.');
  }
}

function isForm({ headers }: BodyEvent): boolean {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  const [mediaType = ''] = (named?.[1] ?? '').split(';', 1);
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}
