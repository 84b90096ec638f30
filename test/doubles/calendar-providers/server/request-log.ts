import type { Instant } from '#shared/foundation/core/time';
import type { RequestKind } from './faults.ts';

export interface LoggedRequest {
  readonly kind: RequestKind;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly at: Instant;
}

export interface RequestLog {
  /** Of the kinds named, or of all. The consent page and the control surface are in none. */
  count(...kinds: RequestKind[]): number;
  all(): readonly LoggedRequest[];
  clear(): void;
  /** For the server. */
  add(request: LoggedRequest): void;
}

/** Only the latest are kept, counts of all. */
const KEPT = 1_000;

export function aRequestLog(): RequestLog {
  let kept: LoggedRequest[] = [];
  const counts = new Map<RequestKind, number>();
  return {
    count: (...kinds) =>
      (kinds.length === 0 ? [...counts.keys()] : kinds).reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
    all: () => kept,
    clear() {
      kept = [];
      counts.clear();
    },
    add(request) {
      counts.set(request.kind, (counts.get(request.kind) ?? 0) + 1);
      kept.push(request);
      if (kept.length > 2 * KEPT) kept = kept.slice(-KEPT);
    },
  };
}
