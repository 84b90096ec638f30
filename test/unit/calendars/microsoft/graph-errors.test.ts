import { graphError } from '#shared/calendars/microsoft/graph-errors';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/calendars/requests/an-api';

const said = (status: number, code?: string, headers: Readonly<Record<string, string>> = {}) =>
  graphError({ status, headers: new Headers(headers), json: code && { error: { code, message: 'In words.' } } }, noon);

describe('an error of Microsoft Graph', () => {
  it.each([
    ['410', said(410), 'CursorExpired'],
    ['410 with a code', said(410, 'resyncRequired'), 'CursorExpired'],
    ['a token that is too old', said(410, 'SyncStateNotFound'), 'CursorExpired'],
    ['a token that is none', said(400, 'SyncStateInvalid'), 'CursorExpired'],
    ['429', said(429, 'TooManyRequests', { 'retry-after': '7' }), 'ProviderThrottled'],
    ['503 that says for how long', said(503, 'serviceNotAvailable', { 'retry-after': '7' }), 'ProviderThrottled'],
    ['503 that does not', said(503, 'serviceNotAvailable'), 'ProviderDown'],
    ['500 with a code that means something else in a 403', said(500, 'ErrorAccessDenied'), 'ProviderDown'],
    ['a redirection', said(302), 'ProviderDown'],
    ['a bad request', said(400, 'ErrorInvalidParameter'), 'ProviderRefused'],
    ['an address for notifications that does not shake hands', said(400, 'ValidationError'), 'ProviderRefused'],
  ])('is classified: %s', (_case, error, name) => {
    expect(error.name).toBe(name);
  });

  it.each([
    ['a token that is refused', said(401, 'InvalidAuthenticationToken'), 'access_revoked'],
    ['a permission that is not there', said(403, 'ErrorAccessDenied'), 'insufficient_scope'],
    ['an account without a mailbox', said(404, 'MailboxNotEnabledForRESTAPI'), 'account_unavailable'],
    ['the same in its other word', said(404, 'ResourceNotFound'), 'account_unavailable'],
  ])('means a lost grant: %s', (_case, error, code) => {
    expect(error).toMatchObject({ name: 'GrantLost', code });
  });

  it('has the time to wait', () => {
    expect(said(429, 'TooManyRequests', { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7_000 });
    expect(said(429)).toMatchObject({ retryAfterMs: undefined });
  });

  it('has the code in its message, and no other text of the response', () => {
    expect(said(403, 'ErrorAccessDenied').message).toBe('Microsoft Graph answered 403 (ErrorAccessDenied).');
    expect(said(400, 'Bad token: eyJ0eXAi').message).toBe('Microsoft Graph answered 400.');
  });
});
