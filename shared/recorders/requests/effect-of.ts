import type { RecorderUnreachable } from '#shared/recorders/ports';

/** Errors of `fetch` before a request is sent: no address, no connection, no TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*)$/;

/** Whether a request that `fetch` threw for may have had an effect. */
export function effectOfError(thrown: unknown): RecorderUnreachable['request'] {
  const code: unknown = Object(Object(thrown).cause).code;
  return typeof code === 'string' && NOT_SENT.test(code) ? 'none' : 'unknown';
}
