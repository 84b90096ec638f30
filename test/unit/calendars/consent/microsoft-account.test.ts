import { microsoftAccount } from '#shared/calendars/consent/microsoft-account';
import { microsoftUrls } from '#shared/calendars/requests/provider-urls';
import { describe, expect, it } from '#test/support/jest';
import { atNoon } from '#test/unit/calendars/requests/an-api';

const VICTIM = 'ada@example.com';
const GUEST = 'eve_evil.test#EXT#@host.onmicrosoft.com';
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

interface Account {
  readonly mail?: string;
  readonly userPrincipalName: string;
  /** Of the id token. */
  readonly claims?: Readonly<Record<string, string | number | boolean>>;
}

/** The account's address, of a Graph that returns every property that it has. */
function addressOf({ claims = {}, ...me }: Account): Promise<string> {
  const fetch = async ({ url }: Request) =>
    url.includes('/mailboxSettings') ? Response.json({}, { status: 403 }) : Response.json(me);
  const idToken = { iss: 'https://login.microsoftonline.com', sub: 'eve', aud: 'client', iat: 0, exp: 1, ...claims };
  return microsoftAccount({ urls: microsoftUrls(), clock: atNoon, fetch })(idToken, 'access');
}

describe('a provider’s mail is not proof: the address of a Microsoft account', () => {
  it('is the user principal name, whatever its mail', async () => {
    expect(await addressOf({ mail: VICTIM, userPrincipalName: 'eve@evil.test' })).toBe('eve@evil.test');
  });

  it('is not known for a guest with the mail or the email of another person', async () => {
    const guest = { mail: VICTIM, userPrincipalName: GUEST, claims: { email: VICTIM } };
    await expect(addressOf(guest)).rejects.toMatchObject({ name: 'ConsentFailed', reason: 'provider_error' });
  });

  it.each([false, 0, '0', 'false'])('is not the email of its token when xms_edov is %j', async (confirmed) => {
    const claims = { email: VICTIM, xms_edov: confirmed };
    expect(await addressOf({ userPrincipalName: 'eve@evil.test', claims })).toBe('eve@evil.test');
  });

  it.each([true, 1, '1', 'true'])(
    'is the email of its token when xms_edov is %j, also for a guest',
    async (confirmed) => {
      const claims = { email: 'eve@evil.test', xms_edov: confirmed };
      expect(await addressOf({ mail: VICTIM, userPrincipalName: GUEST, claims })).toBe('eve@evil.test');
    },
  );

  it('is the email of its token for a personal account', async () => {
    const claims = { email: 'eve@outlook.test', tid: PERSONAL };
    expect(await addressOf({ userPrincipalName: GUEST, claims })).toBe('eve@outlook.test');
  });
});
