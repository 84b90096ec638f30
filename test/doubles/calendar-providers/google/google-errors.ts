import { json, retryAfter } from '#test/doubles/calendar-providers/server/answers';
import type { Wording } from '#test/doubles/calendar-providers/server/struck';

interface GoogleError {
  readonly reason: string;
  readonly message: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header';
}

/** developers.google.com/workspace/calendar/api/guides/errors */
export function googleError(
  status: number,
  { domain = 'global', ...error }: GoogleError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json(status, { error: { errors: [{ domain, ...error }], code: status, message: error.message } }, headers);
}

export const invalidCredentials = (): Response =>
  googleError(
    401,
    { reason: 'authError', message: 'Invalid Credentials', locationType: 'header', location: 'Authorization' },
    { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  );

/** Calendar answers `status` and `details` only for this, which is how clients tell it from other 403s. */
export const insufficientScope = (): Response =>
  json(
    403,
    {
      error: {
        code: 403,
        message: 'Request had insufficient authentication scopes.',
        errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
        status: 'PERMISSION_DENIED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
            domain: 'googleapis.com',
            metadata: { service: 'calendar-json.googleapis.com' },
          },
        ],
      },
    },
    { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
  );

export const notACalendarUser = (): Response =>
  googleError(403, {
    domain: 'calendar',
    reason: 'notACalendarUser',
    message: 'The user must be signed up for Google Calendar.',
  });

export const notFound = (message = 'Not Found'): Response => googleError(404, { reason: 'notFound', message });

export const oauthError = (status: number, error: string, description: string): Response =>
  json(status, { error, error_description: description });

/** Calendar uses 403 and 429 for the same thing ("usageLimits"), and sends `Retry-After` only sometimes. */
export const googleWording: Wording = {
  throttled: ({ status = 403, retryAfterSeconds }, kind) =>
    kind === 'token'
      ? json(
          429,
          { error: 'rate_limit_exceeded', error_description: 'Rate Limit Exceeded' },
          retryAfter(retryAfterSeconds),
        )
      : googleError(
          status,
          { domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' },
          retryAfter(retryAfterSeconds),
        ),
  down: ({ status, retryAfterSeconds }) =>
    googleError(status, { reason: 'backendError', message: 'Backend Error' }, retryAfter(retryAfterSeconds)),
  unauthorized: invalidCredentials,
};
