import { codeSuffix } from '#shared/calendars/requests/send-request';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import { retryAfterMs } from '#shared/foundation/core/retry-after';
import type { Instant } from '#shared/foundation/core/time';

/** An error response of an authorization server (RFC 6749): of its authorization or its token endpoint. */
export interface OAuthError {
  /** `access_denied`, `invalid_grant` and so on. */
  readonly code: string;
  /** Text for developers, which holds Microsoft's error codes. It must not be logged. */
  readonly description: string;
}

/** The kinds of failure that callers handle differently. */
export type OAuthFailure =
  | { readonly kind: 'refused'; readonly error: OAuthError }
  /** The token endpoint refuses the OAuth client of this deployment: its id or secret is wrong or has expired. */
  | { readonly kind: 'client'; readonly error: OAuthError }
  /** The server is down or throttles. */
  | { readonly kind: 'unavailable'; readonly error: ProviderDown | ProviderThrottled }
  /** The response is invalid: another state, an id token of another client, no JSON. */
  | { readonly kind: 'invalid_response' };

const CLIENT_ERRORS = ['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'];

/**
 * The kind of failure that an error of `openid-client` stands for. Such errors hold whole responses, tokens included, so
 * they are never passed on as a cause. They are recognised by their fields: `instanceof Error` fails across realms, as
 * in jest.
 */
export function readOAuthFailure(thrown: unknown, provider: string, now: Instant): OAuthFailure {
  const { error, error_description: description, code, status, response, cause } = fieldsOf(thrown);
  const httpResponse = responseIn(response) ?? responseIn(cause);
  const httpStatus = httpResponse?.status ?? (typeof status === 'number' ? status : undefined);
  if (httpStatus === 429)
    return {
      kind: 'unavailable',
      error: new ProviderThrottled(`${provider} answered 429.`, retryAfterIn(httpResponse, now)),
    };
  if (httpStatus !== undefined && httpStatus >= 500)
    return { kind: 'unavailable', error: new ProviderDown(`${provider} answered ${httpStatus}.`) };
  if (typeof error === 'string') {
    const kind = httpStatus !== undefined && CLIENT_ERRORS.includes(error) ? 'client' : 'refused';
    return { kind, error: { code: error, description: typeof description === 'string' ? description : '' } };
  }
  return typeof code === 'string' && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT'
    ? { kind: 'invalid_response' }
    : { kind: 'unavailable', error: new ProviderDown(`${provider} did not respond.`) };
}

/** `Google refused (access_denied).` */
export const refusalMessage = ({ code }: OAuthError, provider: string): string =>
  `${provider} refused${codeSuffix(code)}.`;

/** The numbers of Microsoft's error codes, `AADSTS65001`. */
export const microsoftCodes = ({ description }: OAuthError): readonly number[] =>
  [...description.matchAll(/AADSTS(\d{4,9})/g)].map(([, digits]) => Number(digits));

const fieldsOf = (thrown: unknown): Readonly<Record<string, unknown>> =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>) : {};

interface HttpResponse {
  readonly status: number;
  readonly headers: unknown;
}

function responseIn(value: unknown): HttpResponse | undefined {
  const { status, headers } = fieldsOf(value);
  return typeof status === 'number' ? { status, headers } : undefined;
}

function retryAfterIn(response: HttpResponse | undefined, now: Instant): number | undefined {
  const headers = response?.headers;
  return typeof headers === 'object' && headers !== null && 'get' in headers
    ? retryAfterMs((headers as Headers).get('retry-after'), now)
    : undefined;
}
