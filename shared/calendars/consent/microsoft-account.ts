import type { IDToken } from 'openid-client';
import * as v from 'valibot';
import { ConsentFailed } from '#shared/calendars/consent/ports/consent-provider';
import { graphTrouble } from '#shared/calendars/microsoft/graph-trouble';
import type { MicrosoftSite } from '#shared/calendars/microsoft/microsoft-site';
import { answerOf, isGood } from '#shared/calendars/requests/answer-of';
import { type Answered, ask, type Fetch } from '#shared/calendars/requests/ask';
import { GrantLost, ProviderRefused } from '#shared/calendars/sync/ports/calendar-provider';
import type { Clock } from '#shared/core/clock';

interface Needs {
  readonly site: MicrosoftSite;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

const text = v.optional(v.nullable(v.string()));

/** https://learn.microsoft.com/graph/api/user-get, with `User.Read`. */
const Me = v.object({ mail: text, userPrincipalName: text });
/** https://learn.microsoft.com/graph/api/resources/mailboxsettings */
const Purpose = v.object({ value: v.string() });

const NOBODYS_OWN = ['shared', 'room', 'equipment'];

/**
 * The address of a Microsoft account, once it is known to be a person's. Of an organization's account Graph knows it,
 * while the id token's `email` is whatever its directory says; a personal account has it in the token.
 *
 * What a mailbox is for Graph tells only those who may read its settings (`MailboxSettings.Read`), which we do not ask
 * for: where an organization gave that to this client all the same, shared mailboxes and rooms are found out. Elsewhere
 * there is no telling; hardly anyone can sign in as one, for Exchange makes them with sign-in blocked.
 */
export const microsoftAccount =
  ({ site, clock, fetch }: Needs) =>
  async (claims: IDToken, access: string): Promise<string> => {
    const [me, purpose] = await Promise.all([
      ask(fetch, { url: `${site.graph}/me?$select=mail,userPrincipalName`, access }),
      ask(fetch, { url: `${site.graph}/me/mailboxSettings/userPurpose`, access }),
    ]);
    if (!isGood(me)) throw asConsentFailed(graphTrouble(me, clock.now()));
    if (isNobodysOwn(purpose)) throw new ConsentFailed('shared_account', 'The mailbox is shared, or a room’s.');
    const { mail, userPrincipalName } = answerOf(Me, me, 'Microsoft Graph');
    const email = [mail, userPrincipalName, claims['email']].find(isAddress);
    if (email === undefined) throw new ConsentFailed('provider_error', 'Microsoft names no address of the account.');
    return email;
  };

const isNobodysOwn = (purpose: Answered): boolean => {
  const read = v.safeParse(Purpose, purpose.json);
  return isGood(purpose) && read.success && NOBODYS_OWN.includes(read.output.value.toLowerCase());
};

/** A guest's principal name, `ada_example.com#EXT#@host.onmicrosoft.com`, is no address of theirs. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('@') && !value.includes('#EXT#');

function asConsentFailed(error: Error): Error {
  if (error instanceof GrantLost && error.code === 'insufficient_scope')
    return new ConsentFailed('missing_scope', error.message);
  return error instanceof GrantLost || error instanceof ProviderRefused
    ? new ConsentFailed('provider_error', error.message)
    : error;
}
