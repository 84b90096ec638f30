import { RecorderUnreachable } from '#shared/recorders/ports';

/** The error for a response that cannot be used. A request behind 502 or 504 may be in work, since a proxy answered. */
export const unreachableBy = (recorder: string, status: number): RecorderUnreachable =>
  new RecorderUnreachable(`${recorder} answered ${status}.`, effectOf(status));

const effectOf = (status: number): RecorderUnreachable['request'] =>
  status === 429 ? 'none' : status === 502 || status === 504 ? 'unknown' : 'over';
