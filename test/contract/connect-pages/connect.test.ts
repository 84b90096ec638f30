import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { outboxTypes, subscribe, webhookEventTypes } from '#test/support/subscriptions';
import { aConnectingPartner, linkOn, RETURN } from './a-consent.ts';

const GRANTED = { account: 'ada@gmail.test' };

describe('the page of a connect link', () => {
  it('shows who requests access to what, and offers both providers', async () => {
    const { aBrowser, link } = await aConnectingPartner();
    const path = await link();

    const { status, heading, text } = await aBrowser().get(path);

    expect([status, heading]).toEqual([200, 'Connect your calendar']);
    expect(text).toContain('Acme asks to read the calendar of ada@acme.test.');
    expect(text).toContain('Continue with Google');
    expect(text).toContain('Continue with Microsoft');
    expect(text).toContain('Nothing is written to your calendar.');
    expect(text).not.toContain('test providers');
    expect(linkOn(text, 'Not now, back to partner.test')).toBe(`${RETURN}&error=connect_failed&state=round%207`);
  });

  it('names the workspace and the address of its owner', async () => {
    const { aBrowser, link } = await aConnectingPartner();

    const { text } = await aBrowser().get(await link());

    expect(text).toContain('The workspace <bdi>Acme</bdi> belongs to <strong><bdi>owner@acme.test</bdi></strong>.');
  });

  it('offers the one provider that the link names', async () => {
    const { aBrowser, link } = await aConnectingPartner();

    const { text } = await aBrowser().get(await link({ provider: 'microsoft' }));

    expect(text).toContain('Continue with Microsoft');
    expect(text).not.toContain('Continue with Google');
  });

  it('escapes what partners write', async () => {
    const { aBrowser, link } = await aConnectingPartner();
    const member_data = { name: '<script>alert(1)</script>' };

    const { text } = await aBrowser().get(await link({ member_id: undefined, member_data }));

    expect(text).toContain('the calendar of &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
  });

  it('shows on a local stack that the providers are test providers', async () => {
    const partner = await aConnectingPartner();
    Object.assign(partner.google.offered, { isForTests: true });

    const { text } = await partner.aBrowser().get(await partner.link());

    expect(text).toContain('test providers');
  });

  it('shows that no provider is available in a deployment without clients', async () => {
    const partner = await aConnectingPartner();
    for (const { offered } of [partner.google, partner.microsoft])
      Object.assign(offered, { isSetUp: async () => false });

    const { status, text } = await partner.aBrowser().get(await partner.link());

    expect(status).toBe(200);
    expect(text).toContain('this service is not registered with Google or Microsoft');
    expect(text).not.toContain('Continue with');
  });

  it('allows its forms to redirect to the offered providers and the return URL only', async () => {
    const { aBrowser, link } = await aConnectingPartner();

    const { headers } = await aBrowser().get(await link({ provider: 'google' }));

    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' https://accounts.google.test https://partner.test;",
    );
  });

  it('names the expected account, for older versions', async () => {
    const { aBrowser, link } = await aConnectingPartner();
    const path = await link({ email_match: 'exact' }, { 'service-version': '2025-11-25' });

    expect((await aBrowser().get(path)).text).toContain('<strong>ada@acme.test</strong>');
  });
});

describe('consent', () => {
  it.each([
    ['google', 'https://accounts.google.test'],
    ['microsoft', 'https://login.microsoft.test'],
  ])('redirects to %s with a login hint', async (provider, origin) => {
    const partner = await aConnectingPartner();

    const sentTo = await partner.begin(partner.aBrowser(), await partner.link(), provider);

    expect(new URL(sentTo).origin).toBe(origin);
    const [asked] = [...(provider === 'google' ? partner.google : partner.microsoft).asked.values()];
    expect(asked).toMatchObject({
      loginHint: 'ada@acme.test',
      redirectUri: 'https://app.example.test/connect/callback',
    });
    expect([asked?.state, asked?.codeVerifier, asked?.nonce].map((one) => one?.length)).toEqual([43, 43, 43]);
  });

  it('connects the calendar and redirects to the return URL, keeping its query', async () => {
    const { aBrowser, link, consent, connections, memberId, members, world, owner } = await aConnectingPartner();
    await subscribe(world, owner.workspaceId);

    const { status, location } = await consent(aBrowser(), await link(), GRANTED);

    const [connection] = await connections();
    expect(connection).toMatchObject({
      member_id: memberId,
      provider: 'google',
      status: 'active',
      account_email: 'ada@gmail.test',
      connected_at: '2026-11-02T12:00:00.000Z',
    });
    expect([status, location]).toEqual([
      303,
      `${RETURN}&member_id=${memberId}&calendar_connection_id=${connection.id}&status=connected&state=round%207`,
    ]);
    expect((await members())[0].calendar_connections).toEqual([
      { id: connection.id, provider: 'google', status: 'active' },
    ]);
    expect(webhookEventTypes(world)).toEqual(['calendar_connection.connected']);
  });

  it('redirects without the member for a link of a version before 2026-10-12', async () => {
    const { aBrowser, link, consent, connections } = await aConnectingPartner();
    const path = await link({ email_match: 'any', state: undefined }, { 'service-version': '2026-10-11' });

    const { location } = await consent(aBrowser(), path, GRANTED);

    const [{ id }] = await connections();
    expect(location).toBe(`${RETURN}&calendar_connection_id=${id}&status=connected`);
  });

  it('saves a sync that is due immediately, with the grant sealed for this connection only', async () => {
    const { aBrowser, link, consent, connections, memberId, sync, world, owner } = await aConnectingPartner();

    await consent(aBrowser(), await link(), GRANTED);

    const [{ id }] = await connections();
    const row = await sync(id);
    expect(row).toMatchObject({ calendarId: id, memberId, provider: 'google', cursor: null, dueAt: noon });
    const { sealer } = world.context;
    const sealed = row?.sealedGrant ?? '';
    expect(await sealer.open(sealed, { workspace: owner.workspaceId, resource: id })).toBe('refresh-token-1');
    await expect(sealer.open(sealed, { workspace: owner.workspaceId, resource: 'cal_another' })).rejects.toThrow();
    expect(outboxTypes(world)).toContain('calendar.due');
  });

  it('ends on a page for a link without a return URL', async () => {
    const { aBrowser, linkWithoutReturn, consent, connections } = await aConnectingPartner();

    const { status, heading, text } = await consent(aBrowser(), await linkWithoutReturn(), GRANTED, 'microsoft');

    expect([status, heading]).toEqual([200, 'Your calendar is connected']);
    expect(text).toContain('ada@gmail.test');
    expect(await connections()).toHaveLength(1);
  });

  it('creates the member of the link, if they do not exist', async () => {
    const { aBrowser, link, consent, connections, members } = await aConnectingPartner();
    const member_data = { name: 'Ben', email: 'Ben@acme.test', metadata: { seat: '8' } };

    const { location } = await consent(aBrowser(), await link({ member_id: undefined, member_data }), GRANTED);

    const [ben] = await members();
    const [connection] = await connections();
    expect(ben).toMatchObject({
      name: 'Ben',
      email: 'ben@acme.test',
      metadata: { seat: '8' },
      calendar_connections: [{ id: connection.id }],
    });
    expect(connection.member_id).toBe(ben.id);
    expect(location).toContain(`member_id=${ben.id}`);
  });

  it('redirects with the member that it created for a link of a version before 2026-10-12', async () => {
    const { aBrowser, link, consent, members } = await aConnectingPartner();
    const member_data = { email: 'ada@gmail.test' };
    const path = await link({ member_id: undefined, member_data }, { 'service-version': '2026-10-11' });

    const { location } = await consent(aBrowser(), path, GRANTED);

    const [created] = await members();
    expect(created).toMatchObject({ email: 'ada@gmail.test' });
    expect(location).toContain(`member_id=${created.id}`);
  });

  it('finds the member by email, and does not change them', async () => {
    const { aBrowser, link, consent, members, memberId } = await aConnectingPartner();
    const member_data = { name: 'Augusta', email: 'ada@acme.test', metadata: { seat: '8' } };

    const { location } = await consent(aBrowser(), await link({ member_id: undefined, member_data }), GRANTED);

    expect(location).toContain(`member_id=${memberId}`);
    expect(await members()).toMatchObject([{ id: memberId, name: 'Ada', metadata: {} }]);
  });

  it('reconnects under the same id, with the new grant and a full sync', async () => {
    const { aBrowser, link, consent, connections, sync, world, owner } = await aConnectingPartner();
    await consent(aBrowser(), await link(), GRANTED);
    const [{ id }] = await connections();
    const before = await sync(id);
    world.clock.advance(60_000);

    await consent(aBrowser(), await link(), { account: 'ADA@gmail.test' });

    expect((await connections()).map((one: { id: string }) => one.id)).toEqual([id]);
    const after = await sync(id);
    expect([after?.dueAt, after?.cursor, after?.claimedUntil]).toEqual([noon + 60_000, null, null]);
    expect(after?.sealedGrant).not.toBe(before?.sealedGrant);
    const context = { workspace: owner.workspaceId, resource: id };
    expect(await world.context.sealer.open(after?.sealedGrant ?? '', context)).toBe('refresh-token-2');
  });

  it('in two browsers at once makes one connection, and shows the other that the link was used', async () => {
    const { aBrowser, link, begin, answered, connections } = await aConnectingPartner();
    const path = await link();
    const [one, other] = [aBrowser(), aBrowser()];
    const ways = [
      [one, answered(await begin(one, path), GRANTED)],
      [other, answered(await begin(other, path), { account: 'ada@work.test' })],
    ] as const;

    const ended = await Promise.all(ways.map(([browser, back]) => browser.get(back)));

    expect(ended.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(ended.find(({ status }) => status === 410)?.heading).toBe('This link has already been used');
    expect(await connections()).toHaveLength(1);
  });

  it('in two tabs of one browser can be completed in either', async () => {
    const { aBrowser, link, begin, answered } = await aConnectingPartner();
    const browser = aBrowser();
    const path = await link();
    const first = await begin(browser, path);
    await begin(browser, path);

    expect((await browser.get(answered(first, GRANTED))).status).toBe(303);
  });

  it('of a new member in two browsers at once creates the member once', async () => {
    const { aBrowser, link, begin, answered, members } = await aConnectingPartner();
    const member_data = { email: 'ben@acme.test' };
    const links = [
      await link({ member_id: undefined, member_data }),
      await link({ member_id: undefined, member_data }),
    ];
    const ways = await Promise.all(
      links.map(async (path, nth) => {
        const browser = aBrowser();
        return { browser, back: answered(await begin(browser, path), { account: `ben-${nth}@gmail.test` }) };
      }),
    );

    const ended = await Promise.all(ways.map(({ browser, back }) => browser.get(back)));

    expect(ended.map(({ status }) => status)).toEqual([303, 303]);
    expect((await members()).filter(({ email }: { email: string }) => email === 'ben@acme.test')).toHaveLength(1);
  });
});
