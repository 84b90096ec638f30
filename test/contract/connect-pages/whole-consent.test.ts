import { connectPages } from '#functions/pages/connect/index';
import { OWN_KEYS } from '#lib/table-access';
import type { AppContext } from '#shared/api/http/ports';
import { providerClients } from '#shared/calendars/consent/store';
import { useFactory } from '#shared/foundation/core/uses';
import { calendarProviders } from '#shared/wiring/calendar-providers';
import { aGoogle, GOOGLE_CALENDAR_SCOPE } from '#test/doubles/calendar-providers/google/a-google';
import { aMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { ConsentChoice } from '#test/doubles/calendar-providers/test-provider';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL, aBrowser, aBrowserOf } from '#test/support/pages';
import { subscribe } from '#test/support/subscriptions';
import { aConnectingPartner, linkOn, RETURN } from './a-consent.ts';

const ORIGINS = { google: 'https://google.test', microsoft: 'https://microsoft.test' };
const CLIENT = { clientId: 'rapporteur', clientSecret: 'a secret of the deployment' };

/** The pages with the adapters of both providers, and test providers behind them: the whole OAuth flow. */
async function aDeploymentWithProviders(overrides: Partial<AppContext> = {}) {
  const partner = await aConnectingPartner(overrides);
  const { pages } = partner;
  const { clock, context } = partner.world;
  const servers = {
    google: aGoogle({ clock, origin: ORIGINS.google, clients: [CLIENT] }),
    microsoft: aMicrosoft({ clock, origin: ORIGINS.microsoft, clients: [CLIENT] }),
  };
  const clients = providerClients(context.table, context.sealer);
  for (const name of ['google', 'microsoft'] as const) {
    servers[name].addAccount({ email: 'ada@work.test' });
    await clients.save(name, CLIENT);
  }
  const fetch = (request: Request) =>
    (request.url.startsWith(ORIGINS.google) ? servers.google : servers.microsoft).fetch(request);
  const { google, microsoft } = calendarProviders({ ...pages, origins: ORIGINS, fetch });
  const app = connectPages({
    ...pages,
    providers: {
      google: { ...google, signInOrigin: ORIGINS.google },
      microsoft: { ...microsoft, signInOrigin: ORIGINS.microsoft },
    },
  });
  const browser = aBrowser(app);
  return {
    ...partner,
    servers,
    browser,
    another: () => aBrowser(app),
    signedIn: () => aBrowserOf(app, partner.world, partner.owner.userId),
    /** From the link's page to the provider's page and back. */
    async through(path: string, name: 'google' | 'microsoft', choice: Partial<ConsentChoice> = {}, from = browser) {
      const sentTo = await partner.begin(from, path, name);
      const back = await servers[name].consent(sentTo, { email: 'ada@work.test', ...choice });
      return from.get(back.replace(APP_URL, ''));
    },
  };
}

describe('a whole consent', () => {
  it.each(['google', 'microsoft'] as const)('at %s: is denied, then given', async (name) => {
    const { link, through, connections, memberId, sync, browser } = await aDeploymentWithProviders();
    const path = await link();

    const denied = await through(path, name, { answer: 'deny' });
    expect([denied.status, denied.heading]).toEqual([403, 'You did not allow access']);
    const again = linkOn(denied.text, 'Try again') ?? '';
    expect((await browser.get(again)).heading).toBe('Connect your calendar');
    const { status, location } = await through(again, name);

    const [connection] = await connections();
    expect(connection).toMatchObject({ provider: name, account_email: 'ada@work.test', status: 'active' });
    expect([status, location]).toEqual([
      303,
      `${RETURN}&member_id=${memberId}&calendar_connection_id=${connection.id}&status=connected&state=round%207`,
    ]);
    expect((await sync(connection.id))?.sealedGrant).toBeDefined();
  });

  it('shows on the page that these are test providers', async () => {
    const { link, browser } = await aDeploymentWithProviders();

    expect((await browser.get(await link())).text).toContain('test providers');
  });

  it('without the calendar scope shows so', async () => {
    const { link, through, connections } = await aDeploymentWithProviders();

    const { heading } = await through(await link(), 'google', { without: [GOOGLE_CALENDAR_SCOPE] });

    expect(heading).toBe('Calendar access was not selected');
    expect(await connections()).toEqual([]);
  });

  it.each([
    ['needs_admin_consent', 'Your organization must approve this first'],
    ['shared_mailbox', 'This is a shared mailbox'],
  ] as const)('of an account at Microsoft with %s shows so', async (kind, heading) => {
    const { link, through, servers, connections } = await aDeploymentWithProviders();
    servers.microsoft.setKind('ada@work.test', kind);

    expect((await through(await link(), 'microsoft')).heading).toBe(heading);
    expect(await connections()).toEqual([]);
  });

  it('while the provider is down shows so, and succeeds afterwards', async () => {
    const { link, through, servers } = await aDeploymentWithProviders();
    const path = await link();
    servers.google.faults.next({ type: 'down', status: 503 }, { kind: 'token' });

    expect((await through(path, 'google')).heading).toBe('The calendar provider is not responding');
    expect((await through(path, 'google')).status).toBe(303);
  });

  it('with the code of another attempt fails', async () => {
    const { link, begin, servers, another, browser, connections } = await aDeploymentWithProviders();
    const [mine, theirs] = [await begin(browser, await link()), await begin(another(), await link())];
    const code = (address: string) => new URL(address).searchParams.get('code') ?? '';
    const back = new URL(await servers.google.consent(mine, { email: 'ada@work.test' }));
    back.searchParams.set('code', code(await servers.google.consent(theirs, { email: 'ada@work.test' })));

    const { status } = await browser.get(`${back.pathname}${back.search}`);

    expect(status).toBe(502);
    expect(await connections()).toEqual([]);
  });
});

it('the connect pages read and write the partitions that their role allows, and no others', async () => {
  const { link, through, signedIn, servers, world, owner, keys } = await aDeploymentWithProviders({
    useOf: useFactory({ members: 2 }),
  });
  await subscribe(world, owner.workspaceId);
  const browser = await signedIn();
  const newMember = (email: string) => link({ member_id: undefined, member_data: { email } });

  await through(await link(), 'google', { answer: 'deny' }, browser);
  for (const path of [await link(), await link()]) await through(path, 'google', {}, browser);
  await through(await newMember('ben@acme.test'), 'microsoft', {}, browser);
  // Over the limit of two new members.
  servers.microsoft.addAccount({ email: 'cid@work.test' });
  await through(await newMember('cid@acme.test'), 'microsoft', { email: 'cid@work.test' }, browser);

  const { reads, writes } = OWN_KEYS['pages/connect'] ?? {};
  expect([...keys.reads].sort()).toEqual([...(reads ?? [])].sort());
  expect([...keys.writes].sort()).toEqual([...(writes ?? [])].sort());
});
