import { mediaTypeOf } from './media-type.js';

/**
 * The response once its text is here, so that one that is cut off counts as none. Other media types are left as they
 * come: a file may be large. Throws for a response that is cut off; not every runtime does that of itself.
 */
export async function wholeResponse(response: Response): Promise<Response> {
  const type = mediaTypeOf(response);
  const isJson = type === 'application/json';
  if (response.body === null || !(isJson || type.startsWith('text/'))) return response;
  const bytes = await response.arrayBuffer();
  requireLength(response.headers, bytes.byteLength);
  if (isJson && response.ok) requireJson(bytes);
  const { status, statusText, headers } = response;
  return new Response(bytes, { status, statusText, headers });
}

function requireLength(headers: Headers, received: number): void {
  // The length is that of the bytes as they are sent, which are fewer or more than those of a decoded body.
  const sent = headers.has('content-encoding') ? null : headers.get('content-length');
  if (sent !== null && received < Number(sent)) throw new Error(`it was cut off after ${received} of ${sent} bytes.`);
}

function requireJson(bytes: ArrayBuffer): void {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new Error('it is not whole JSON.', { cause });
  }
}
