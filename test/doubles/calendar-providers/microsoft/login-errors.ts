import { type Instant, isoOf } from '#shared/foundation/core/time';
import { json } from '#test/doubles/calendar-providers/server/answers';

const TRACE = '255d1aef-8c98-452f-ac51-23d051240864';
const CORRELATION = 'fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7';

interface LoginError {
  readonly error: string;
  readonly code: number;
  readonly says: string;
  readonly suberror?: string;
}

const stamp = (now: Instant): string => isoOf(now).replace('T', ' ').replace(/\.\d+/, '');

/** The sentence that all their errors have: what is wrong, then how support finds it. */
export const descriptionOf = ({ code, says }: Pick<LoginError, 'code' | 'says'>, now: Instant): string =>
  `AADSTS${code}: ${says} Trace ID: ${TRACE} Correlation ID: ${CORRELATION} Timestamp: ${stamp(now)}`;

/** learn.microsoft.com/entra/identity-platform/reference-error-codes */
export const loginError = (now: Instant, { error, code, says, suberror }: LoginError, status = 400): Response =>
  json(status, {
    error,
    error_description: descriptionOf({ code, says }, now),
    error_codes: [code],
    timestamp: stamp(now),
    trace_id: TRACE,
    correlation_id: CORRELATION,
    error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    ...(suberror !== undefined && { suberror }),
  });
