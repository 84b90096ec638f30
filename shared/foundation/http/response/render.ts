import { AWS_RETRY_SECONDS, isAwsError } from '#shared/foundation/core/error-name';
import { type Fault, Refusal, type RefusalKind } from '#shared/foundation/core/refusal';
import { LostRace, Throttled, TooLarge } from '#shared/foundation/core/store';
import type { Alias, Contract } from '#shared/foundation/http/contract';
import { MAX_REPORTED } from '#shared/foundation/http/request/faults';
import { successorOf } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';

/** By kind, not by code: `missing` is a 400 at the top of a request and a 422 inside it. */
const STATUS: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  precondition_required: 428,
  rate_limited: 429,
  provider_broke: 502,
  unavailable: 503,
};

/**
 * Whatever was thrown, as a refusal; undefined for a defect, which becomes the 500 that says nothing of itself. An AWS
 * service that fails or refuses is a 503, whatever the reason: docs/decisions/aws-outages.md.
 */
export function asRefusal(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof LostRace)
    return new Refusal('conflict', [
      { code: 'conflict', message: 'Other requests kept changing this at the same time: try again.' },
    ]);
  if (thrown instanceof TooLarge)
    return new Refusal('unprocessable', [
      {
        code: 'too_long',
        message: 'Each field is within its limit, but together they are larger than a record can be.',
      },
    ]);
  if (thrown instanceof Throttled) return unavailable('The service is temporarily busy: try again.', 1);
  if (isAwsError(thrown)) return unavailable('The service is temporarily unavailable: try again.', AWS_RETRY_SECONDS);
  return undefined;
}

const unavailable = (message: string, retryInSeconds: number): Refusal =>
  new Refusal('unavailable', [{ code: 'provider_unavailable', message }], { retryInSeconds });

export interface Rendered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export function renderRefusal({ kind, faults, extras }: Refusal): Rendered {
  const { retryInSeconds, allow, more = 0 } = extras;
  return {
    status: STATUS[kind],
    body: {
      errors: reported(faults, more),
      ...(retryInSeconds !== undefined && { retry_in_seconds: retryInSeconds }),
    },
    headers: {
      ...(retryInSeconds !== undefined && { 'retry-after': String(retryInSeconds) }),
      ...(allow && { allow: allow.join(', ') }),
    },
  };
}

export const renderDefect = (): Rendered => ({
  status: 500,
  body: { errors: [{ code: 'internal_error', message: 'An internal error occurred and was logged.' }] },
  headers: {},
});

/** Bytes of the errors of one answer. */
const MAX_REPORTED_BYTES = 200_000;

/** The first faults, as many as an answer holds and one at least; the last of them says how many more there are. */
function reported(faults: readonly Fault[], more: number): readonly Fault[] {
  const shown: Fault[] = [];
  let bytes = 0;
  for (const fault of faults.slice(0, MAX_REPORTED).map(presentFault)) {
    bytes += Buffer.byteLength(JSON.stringify(fault));
    if (bytes > MAX_REPORTED_BYTES && shown.length > 0) break;
    shown.push(fault);
  }
  const left = faults.length - shown.length + more;
  const last = shown.at(-1);
  if (left === 0 || !last) return shown;
  const others = left === 1 ? '1 more error is' : `${left} more errors are`;
  return [...shown.slice(0, -1), { ...last, message: `${last.message} ${others} not listed.` }];
}

const presentFault = ({ code, message, field }: Fault): Fault => ({
  code,
  message,
  ...(field !== undefined && { field }),
});

/**
 * Headers of every response: the version that served it, a link to the next breaking version when the caller's is
 * older, and the deprecation of the path where it is deprecated.
 */
export function versionHeaders(
  version: string,
  baseUrl: string,
  deprecated?: Contract['deprecated'],
): Readonly<Record<string, string>> {
  const successor = successorOf(version, releases);
  const links = [
    ...(successor ? [`<${baseUrl}/changelog#${successor}>; rel="successor-version"`] : []),
    ...(deprecated ? [`<${baseUrl}/changelog>; rel="deprecation"`] : []),
  ];
  return {
    'service-version': version,
    ...(deprecated && deprecationHeaders(deprecated)),
    ...(links.length > 0 && { link: links.join(', ') }),
  };
}

/** Headers of every answer of a deprecated path: RFC 9745, and RFC 8594 once there is a date. */
function deprecationHeaders({ on, sunset }: Pick<Alias, 'on' | 'sunset'>) {
  return {
    deprecation: `@${Date.parse(on) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}
