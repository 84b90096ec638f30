import { json, retryAfter } from '#test/doubles/calendar-providers/server/answers';
import type { Wording } from '#test/doubles/calendar-providers/server/struck';

/** learn.microsoft.com/graph/errors. The ids are of no meaning here, and the same each time. */
export const graphError = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const id = 'f8f6d1a2-0b6a-4f3c-9c39-7c6f0c1d2e3f';
  const innerError = { date: '2026-11-02T10:00:00', 'request-id': id, 'client-request-id': id };
  return json(status, { error: { code, message, innerError } }, { 'request-id': id, ...headers });
};

export const invalidToken = (): Response =>
  graphError(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.', {
    'www-authenticate':
      'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
  });

export const accessDenied = (): Response =>
  graphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');

export const noMailbox = (): Response =>
  graphError(404, 'MailboxNotEnabledForRESTAPI', 'REST API is not yet supported for this mailbox.');

export const notFound = (): Response =>
  graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');

/** As it was seen on the wire: github.com/microsoftgraph/microsoft-graph-docs/issues/2350 */
export const syncStateNotFound = (): Response =>
  graphError(
    410,
    'SyncStateNotFound',
    'The sync state generation is not found; generation=149;[highest=157][157][155][156].',
  );

/** The other word for it; where to begin again comes along (learn.microsoft.com/graph/delta-query-overview). */
export const resyncRequired = (location: string): Response =>
  graphError(410, 'resyncRequired', 'Resync required. Replace any local items with the server’s version.', {
    location,
  });

/** Outlook's limit is four requests at once for one mailbox: github.com/twentyhq/twenty/issues/11070 */
export const graphWording: Wording = {
  throttled: ({ retryAfterSeconds }, kind) =>
    kind === 'token'
      ? json(
          429,
          { error: 'temporarily_unavailable', error_description: 'AADSTS90055: Too many requests.' },
          retryAfter(retryAfterSeconds),
        )
      : graphError(
          429,
          'ApplicationThrottled',
          'Application is over its MailboxConcurrency limit.',
          retryAfter(retryAfterSeconds),
        ),
  down: ({ status, retryAfterSeconds }) =>
    graphError(status, status === 503 ? 'serviceNotAvailable' : 'UnknownError', '', retryAfter(retryAfterSeconds)),
  unauthorized: invalidToken,
};
