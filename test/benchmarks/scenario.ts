import type { Sealed } from './gateway.ts';
import type { Office } from './office.ts';

/** One way to use one endpoint. */
export interface Scenario {
  /** As contracts name it: `GET /meetings/{id}`. */
  readonly operation: string;
  /** What sets it apart from others of that endpoint. */
  readonly as?: string;
  readonly status: number;
  /** Processor time that one call is meant to stay under, in milliseconds. */
  readonly aimMs?: number;
  /** Puts in place what the calls need; what comes back readies one more call, unmeasured. */
  readonly prepare: (office: Office) => Promise<() => Promise<Sealed>>;
}

export const nameOf = ({ operation, as }: Scenario): string => (as ? `${operation} (${as})` : operation);

/** A member leads to a workspace, and both lead to the settings that were chosen for them. */
const THREE_READS = ['GET /policies/{id}'];

/** Round trips to AWS one after the other that a call may take (docs/architecture.md). */
export const tripsAllowed = ({ operation }: Scenario): number =>
  operation.startsWith('GET ') && !THREE_READS.includes(operation) ? 2 : 3;

/** The same call every time. */
export const always =
  (method: string, path: (office: Office) => string | Promise<string>, body?: unknown): Scenario['prepare'] =>
  async (office) => {
    const at = await path(office);
    return async () => office.request(method, at, body);
  };
