import { RecorderUnreachable } from '#shared/meetings/recorders/ports';

/** What statuses of a recorder say of the request; of any other, the request is over, and may have had its effect. */
interface Statuses {
  /** The request was refused before it did anything: the recorder's documentation says so, or its source does. */
  readonly withoutEffect?: readonly number[];
  /** The request may still be in work, such as behind the 502 or 504 of a proxy. */
  readonly pending?: readonly number[];
}

/** The error for a response that cannot be used. */
export const unreachableBy = (recorder: string, status: number, statuses: Statuses = {}): RecorderUnreachable =>
  new RecorderUnreachable(`${recorder} answered ${status}.`, effectOf(status, statuses), status);

function effectOf(
  status: number,
  { withoutEffect = [429], pending = [502, 504] }: Statuses,
): RecorderUnreachable['effect'] {
  if (withoutEffect.includes(status)) return 'none';
  return pending.includes(status) ? 'unknown' : 'final';
}

/** Errors of `fetch` before a request is sent: no address, no connection, no TLS. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*)$/;

/** Whether a request that `fetch` threw for may have had an effect. */
export function effectOfError(thrown: unknown): RecorderUnreachable['effect'] {
  const code: unknown = Object(Object(thrown).cause).code;
  return typeof code === 'string' && NOT_SENT.test(code) ? 'none' : 'unknown';
}
