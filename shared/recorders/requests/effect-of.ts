import { RecorderUnreachable } from '#shared/recorders/ports';

/** The error for a response that cannot be used. A request behind 502 or 504 may be in work, since a proxy answered. */
export const unreachableBy = (recorder: string, status: number): RecorderUnreachable =>
  new RecorderUnreachable(`${recorder} answered ${status}.`, effectOf(status));

const effectOf = (status: number): RecorderUnreachable['request'] =>
  status === 429 ? 'none' : status === 502 || status === 504 ? 'unknown' : 'over';

/** Errors of `fetch` before a request is sent: no address, no connection, no TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*)$/;

/** Whether a request that `fetch` threw for may have had an effect. */
export function effectOfError(thrown: unknown): RecorderUnreachable['request'] {
  const code: unknown = Object(Object(thrown).cause).code;
  return typeof code === 'string' && NOT_SENT.test(code) ? 'none' : 'unknown';
}
