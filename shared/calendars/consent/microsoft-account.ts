import type { IDToken } from 'openid-client';
import * as v from 'valibot';
import { ConsentFailed } from '#shared/calendars/consent/ports';
import { graphError } from '#shared/calendars/microsoft/graph-errors';
import type { MicrosoftUrls } from '#shared/calendars/requests/provider-urls';
import {
  type Fetch,
  isSuccess,
  type ProviderResponse,
  parseResponse,
  sendRequest,
} from '#shared/calendars/requests/send-request';
import { GrantLost, ProviderRefused } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';

interface Needs {
  readonly urls: MicrosoftUrls;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const text = v.optional(v.nullable(v.string()));

/** https://learn.microsoft.com/graph/api/user-get, with `User.Read`. */
const Me = v.object({ userPrincipalName: text });
/** https://learn.microsoft.com/graph/api/resources/mailboxsettings */
const Purpose = v.object({ value: v.string() });

/** The tenant of personal accounts, whose `email` Microsoft verifies: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** `xms_edov` says that the owner of the email's domain verified it. Microsoft sends it in each of these forms. */
const CONFIRMED: readonly unknown[] = [true, 1, 'true', '1'];

const SHARED_PURPOSES = ['shared', 'room', 'equipment'];

/**
 * The verified e-mail address of a Microsoft account, after a check that the mailbox is not shared. It is the `email` of
 * the id token if `xms_edov` confirms its domain or the account is a personal one, else the user principal name, whose
 * domain the organization has proven. The `mail` of a user is never used: an administrator of any organization can set
 * it to the address of another person. Throws `ConsentFailed` for a guest without a confirmed email.
 *
 * Graph returns the purpose of a mailbox only with the scope `MailboxSettings.Read`, which we do not request. Shared
 * mailboxes and rooms are refused where an organization granted that scope to the client. Elsewhere they cannot be
 * recognised; Exchange creates them with sign-in blocked.
 */
export const microsoftAccount =
  ({ urls, clock, fetch }: Needs) =>
  async (claims: IDToken, access: string): Promise<string> => {
    const [me, purpose] = await Promise.all([
      sendRequest(fetch, { url: `${urls.graph}/me?$select=userPrincipalName`, access }),
      sendRequest(fetch, { url: `${urls.graph}/me/mailboxSettings/userPurpose`, access }),
    ]);
    if (!isSuccess(me)) throw asConsentFailed(graphError(me, clock.now()));
    if (isSharedMailbox(purpose))
      throw new ConsentFailed('shared_account', 'The mailbox is shared, or belongs to a room.');
    const { userPrincipalName } = parseResponse(Me, me, 'Microsoft Graph');
    const email = [isEmailVerified(claims) && claims['email'], userPrincipalName].find(isAddress);
    if (email === undefined)
      throw new ConsentFailed('provider_error', 'Microsoft returned no verified e-mail address of the account.');
    return email;
  };

const isEmailVerified = (claims: IDToken): boolean =>
  claims['tid'] === PERSONAL_ACCOUNTS || CONFIRMED.includes(claims['xms_edov']);

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
