import { badRequest } from '#shared/foundation/core/refusal';
import { type BodyEvent, bytesOf } from '#shared/foundation/http/request/body-bytes';
import { readMultipart } from '#shared/foundation/http/request/multipart';
import type { RequestBody } from '#shared/foundation/http/request/read-body';
import { Upload } from '#shared/foundation/http/request/upload';

/** The part that is a file; all others are texts. */
const FILE = 'file';

/** More than Lambda takes in base64; the file inside has a limit of its own. */
const LIMIT = { most: 5_000_000, inWords: '5 MB' };

/** A `multipart/form-data` request. 400 `bad_request` for what is no form or cannot be read. */
export function readUpload(event: BodyEvent): RequestBody {
  const contentType = event.headers['content-type'] ?? '';
  if (!/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType))
    throw badRequest('Send multipart/form-data with a boundary and the parts file, purpose and workspace_id.');
  // Text of a gateway is UTF-8: a file that came so has been altered on the way, unless it is text.
  const bytes = bytesOf(event, LIMIT);
  const fields = new Map<string, unknown>();
  for (const { name, filename, bytes: content } of readMultipart(bytes, contentType)) {
    if (fields.has(name)) throw badRequest(`The part ${name.slice(0, 100).toWellFormed()} was sent more than once.`);
    fields.set(name, name === FILE ? new Upload(filename, content) : textOf(content));
  }
  return { fields: Object.fromEntries(fields), formValues: true };
}

function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw badRequest('A part of the form is not valid UTF-8.');
  }
}
