import { ProviderNotSetUp } from '#shared/calendars/consent/ports';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import { DAY_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import type { AtProvider } from '#test/support/fake-consent-provider';
import { describe, expect, it } from '#test/support/jest';
import { aConnectingPartner, linkOn, RETURN } from './a-consent.ts';

const GRANTED = { account: 'ada@gmail.test' };
const BACK = `${RETURN}&error=connect_failed&state=round%207`;

describe('a consent that fails', () => {
  const cases: readonly (readonly [string, AtProvider, number, string, string | undefined])[] = [
    ['denied', { fails: 'denied' }, 403, 'You did not allow access', 'Try again'],
    ['without the calendar', { fails: 'missing_scope' }, 403, 'Calendar access was not selected', 'Try again'],
    [
      'at an organization that requires admin consent',
      { fails: 'admin_consent_required' },
      403,
      'Your organization must approve this first',
      'Try again',
    ],
    ['of a shared mailbox', { fails: 'shared_account' }, 422, 'This is a shared mailbox', 'Use another account'],
    [
      'with an invalid response',
      { fails: 'provider_error' },
      502,
      'The calendar provider returned an invalid response',
      'Try again',
    ],
    [
      'while the provider is down',
      { fails: new ProviderDown('503') },
      503,
      'The calendar provider is not responding',
      'Try again',
    ],
    [
      'while the provider throttles',
      { fails: new ProviderThrottled('429', 1000) },
      503,
      'The calendar provider is not responding',
      'Try again',
    ],
    [
      'at a provider without a registered client',
      { fails: new ProviderNotSetUp('none') },
      503,
      'This provider is not available yet',
      undefined,
    ],
  ];

  it.each(cases)('%s shows its page, and the link stays valid', async (_what, does, status, heading, again) => {
    const { aBrowser, link, consent, connections } = await aConnectingPartner();
    const browser = aBrowser();
    const path = await link();

    const ended = await consent(browser, path, does);

    expect([ended.status, ended.heading]).toEqual([status, heading]);
    expect(linkOn(ended.text, 'Back to partner.test')).toBe(BACK);
    expect(again === undefined ? undefined : linkOn(ended.text, again)).toBe(again && path);
    expect(await connections()).toEqual([]);
    expect((await consent(browser, path, GRANTED)).status).toBe(303);
  });

  it('of a different account shows both accounts', async () => {
    const { aBrowser, link, consent, connections } = await aConnectingPartner();
    const path = await link({ email_match: 'exact' }, { 'service-version': '2026-10-11' });
    const browser = aBrowser();

    const { status, heading, text } = await consent(browser, path, GRANTED);

    expect([status, heading]).toEqual([403, 'This is a different account']);
    expect(text).toContain('You chose ada@gmail.test, but Acme expects ada@acme.test.');
    expect(linkOn(text, 'Use another account')).toBe(path);
    expect(await connections()).toEqual([]);
    expect((await consent(browser, path, { account: 'ADA@acme.test' })).status).toBe(303);
  });

  it('of an account that is connected for another member shows the error code', async () => {
    const { aBrowser, link, consent, aMember, connections } = await aConnectingPartner();
    await consent(aBrowser(), await link(), GRANTED);
    const ben = await aMember({ email: 'ben@acme.test' });

    const { status, heading, text } = await consent(aBrowser(), await link({ member_id: ben }), GRANTED);

    expect([status, heading]).toEqual([409, 'This calendar is already connected']);
    expect(text).toContain('<code>calendar_already_connected</code>');
    expect(linkOn(text, 'Back to partner.test')).toBe(BACK);
    expect(await connections()).toHaveLength(1);
  });

  it('over the hourly limit of new members can be repeated later with the same link', async () => {
    const { aBrowser, link, consent, world } = await aConnectingPartner({ useOf: useFactory({ members: 1 }) });
    const path = await link({ member_id: undefined, member_data: { email: 'ben@acme.test' } });
    const browser = aBrowser();

    const { status, heading } = await consent(browser, path, GRANTED);

    expect([status, heading]).toEqual([429, 'Too many new members']);
    world.clock.advance(60 * MINUTE_MS);
    expect((await consent(browser, path, GRANTED)).status).toBe(303);
  });

  it('after ten minutes has expired, and can be started again', async () => {
    const { aBrowser, link, begin, answered, world, connections } = await aConnectingPartner();
    const browser = aBrowser();
    const path = await link();
    const back = answered(await begin(browser, path), GRANTED);
    world.clock.advance(10 * MINUTE_MS);

    const { status, heading, text } = await browser.get(back);

    expect([status, heading]).toEqual([410, 'This request has expired']);
    expect([linkOn(text, 'Try again'), linkOn(text, 'Back to partner.test')]).toEqual([path, BACK]);
    expect(await connections()).toEqual([]);
  });
});

describe('a link that is no longer valid', () => {
  it('because it was used shows so on its page, on its form and on the callback', async () => {
    const { aBrowser, link, begin, answered, consent, connections } = await aConnectingPartner();
    const path = await link();
    const [slow, open] = [aBrowser(), aBrowser()];
    const late = answered(await begin(slow, path), { account: 'ada@work.test' });
    await open.get(path);
    await consent(aBrowser(), path, GRANTED);

    const seen = [
      await aBrowser().get(path),
      await open.submit(`${path.split('?')[0]}/google`).catch(() => undefined),
      await slow.get(late),
    ];

    for (const page of seen) {
      expect([page?.status, page?.heading]).toEqual([410, 'This link has already been used']);
      expect(linkOn(page?.text ?? '', 'Back to partner.test')).toBe(BACK);
      expect(page?.text).not.toContain('Try again');
    }
    expect(await connections()).toHaveLength(1);
  });

  it('because a day has passed shows so on its page and on the callback', async () => {
    const { aBrowser, link, begin, answered, world } = await aConnectingPartner();
    const path = await link();
    const browser = aBrowser();
    world.clock.advance(DAY_MS - MINUTE_MS);
    const back = answered(await begin(browser, path), GRANTED);
    world.clock.advance(MINUTE_MS);

    const seen = [await aBrowser().get(path), await browser.get(back)];

    expect(seen.map(({ status, heading }) => [status, heading])).toEqual([
      [410, 'This link has expired'],
      [410, 'This link has expired'],
    ]);
    expect(linkOn(seen[0]?.text ?? '', 'Back to partner.test')).toBe(BACK);
  });

  it.each(['archive', 'removeMember'] as const)(
    'because its workspace or member was removed shows so: %s',
    async (end) => {
      const partner = await aConnectingPartner();
      const { aBrowser, link, begin, answered } = partner;
      const path = await link();
      const browser = aBrowser();
      const back = answered(await begin(browser, path), GRANTED);
      await partner[end]();

      const seen = [await aBrowser().get(path), await browser.get(back)];

      expect(seen.map(({ status, heading }) => [status, heading])).toEqual([
        [410, 'This link is no longer valid'],
        [410, 'This link is no longer valid'],
      ]);
    },
  );
});
