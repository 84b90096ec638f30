import { RecorderUnreachable } from '#shared/recorders/ports';

/**
 * The error for a response that cannot be used: a request that was throttled had no effect; one behind a status in
 * `pending` may still be in work, such as behind the 502 or 504 of a proxy.
 */
export const unreachableBy = (
  recorder: string,
  status: number,
  pending: readonly number[] = [502, 504],
): RecorderUnreachable => new RecorderUnreachable(`${recorder} answered ${status}.`, effectOf(status, pending));

const effectOf = (status: number, pending: readonly number[]): RecorderUnreachable['effect'] => {
  if (status === 429) return 'none';
  return pending.includes(status) ? 'unknown' : 'final';
};

/** Errors of `fetch` before a request is sent: no address, no connection, no TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*)$/;

/** Whether a request that `fetch` threw for may have had an effect. */
export function effectOfError(thrown: unknown): RecorderUnreachable['effect'] {
  const code: unknown = Object(Object(thrown).cause).code;
  return typeof code === 'string' && NOT_SENT.test(code) ? 'none' : 'unknown';
}
