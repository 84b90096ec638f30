import type { Contract } from '#shared/foundation/http/contract';
import { BodyReader, fieldsInside } from '#shared/foundation/http/request/body-reader';
import type { Incoming } from '#shared/foundation/http/request/incoming';

/** A larger body is only measured before the key is verified; its reads take one more round trip. */
export const PEEK_MAX_BYTES = 16_384;

/**
 * A JSON body before the key is verified: parsed without reviver and schema, for the reads that it names. Undefined for
 * what is left unparsed until then: bodies over 16 KB, encoded bodies and forms. A body that is no JSON object names
 * nothing.
 */
export function peekBody(
  { body = '', isBase64Encoded, headers }: Incoming,
  contract: Pick<Contract, 'bodyMayBeInside'> = {},
): BodyReader | undefined {
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (headers['content-encoding'] !== undefined || Buffer.byteLength(body, encoding) > PEEK_MAX_BYTES) return undefined;
  const text = isBase64Encoded ? Buffer.from(body, encoding).toString() : body;
  return text.trimStart().startsWith('{') ? new BodyReader(fieldsInside(contract, parsed(text))) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
