import type { IDToken } from 'openid-client';
import * as v from 'valibot';
import { ConsentFailed } from '#shared/calendars/consent/ports/consent-provider';
import { graphError } from '#shared/calendars/microsoft/graph-errors';
import type { MicrosoftUrls } from '#shared/calendars/microsoft/microsoft-urls';
import { isSuccess, parseResponse } from '#shared/calendars/requests/parse-response';
import { type Fetch, type ProviderResponse, sendRequest } from '#shared/calendars/requests/send-request';
import { GrantLost, ProviderRefused } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';

interface Needs {
  readonly urls: MicrosoftUrls;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const text = v.optional(v.nullable(v.string()));

/** https://learn.microsoft.com/graph/api/user-get, with `User.Read`. */
const Me = v.object({ mail: text, userPrincipalName: text });
/** https://learn.microsoft.com/graph/api/resources/mailboxsettings */
const Purpose = v.object({ value: v.string() });

const SHARED_PURPOSES = ['shared', 'room', 'equipment'];

/**
 * The e-mail address of a Microsoft account, after a check that the mailbox is not shared. For a work or school account
 * it comes from Graph, since the `email` of its id token is not verified; for a personal account from the id token.
 *
 * Graph returns the purpose of a mailbox only with the scope `MailboxSettings.Read`, which we do not request. Shared
 * mailboxes and rooms are refused where an organization granted that scope to the client. Elsewhere they cannot be
 * recognised; Exchange creates them with sign-in blocked.
 */
export const microsoftAccount =
  ({ urls, clock, fetch }: Needs) =>
  async (claims: IDToken, access: string): Promise<string> => {
    const [me, purpose] = await Promise.all([
      sendRequest(fetch, { url: `${urls.graph}/me?$select=mail,userPrincipalName`, access }),
      sendRequest(fetch, { url: `${urls.graph}/me/mailboxSettings/userPurpose`, access }),
    ]);
    if (!isSuccess(me)) throw asConsentFailed(graphError(me, clock.now()));
    if (isSharedMailbox(purpose))
      throw new ConsentFailed('shared_account', 'The mailbox is shared, or belongs to a room.');
    const { mail, userPrincipalName } = parseResponse(Me, me, 'Microsoft Graph');
    const email = [mail, userPrincipalName, claims['email']].find(isAddress);
    if (email === undefined)
      throw new ConsentFailed('provider_error', 'Microsoft returned no e-mail address of the account.');
    return email;
  };

const isSharedMailbox = (purpose: ProviderResponse): boolean => {
  const parsed = v.safeParse(Purpose, purpose.json);
  return isSuccess(purpose) && parsed.success && SHARED_PURPOSES.includes(parsed.output.value.toLowerCase());
};

/** The principal name of a guest, `ada_example.com#EXT#@host.onmicrosoft.com`, is not their e-mail address. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('@') && !value.includes('#EXT#');

function asConsentFailed(error: Error): Error {
  if (error instanceof GrantLost && error.code === 'insufficient_scope')
    return new ConsentFailed('missing_scope', error.message);
  return error instanceof GrantLost || error instanceof ProviderRefused
    ? new ConsentFailed('provider_error', error.message)
    : error;
}
