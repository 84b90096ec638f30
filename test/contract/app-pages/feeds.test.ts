import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** Ada's feed, which answers 404, and Grace's, which was added last. */
async function anOfficeWithFeeds() {
  const office = await anOffice();
  const { id } = await office.aFeed(await office.aMember('Ada'));
  await office.failFeed(id, 'not_found');
  await office.aFeed(await office.aMember('Grace'), 'https://feeds.example.org/team-73cd.ics');
  const browser = await office.ownersBrowser();
  return { ...office, page: async (query = '') => browser.get(office.path(`connections/feeds${query}`)) };
}

const hostsIn = (text: string): readonly string[] =>
  ['calendar.example.com', 'feeds.example.org'].filter((host) => text.includes(host));

describe('GET /app/workspaces/{wks}/connections/feeds', () => {
  it('shows host, member, status and error message of each feed, and nothing else of its URL', async () => {
    const { page } = await anOfficeWithFeeds();

    const { status, text, heading } = await page();

    expect([status, heading]).toEqual([200, 'Calendar feeds']);
    expect(hostsIn(text)).toEqual(['calendar.example.com', 'feeds.example.org']);
    for (const said of ['>Ada<', '>Grace<', '>Error<', '>Active<', 'The URL leads to no calendar any more', 'Never'])
      expect(text).toContain(said);
    expect(text).not.toMatch(/8f14e45f|73cd/);
    expect(text).toContain('aria-current="page">Feeds</a>');
  });

  it('shows what cannot be read in the file of a feed, and where, as text', async () => {
    const { page, aFeed, aMember, warnOfFeed } = await anOfficeWithFeeds();
    const { id } = await aFeed(await aMember('Lin'), 'https://other.example.org/a.ics');
    const examples = [{ icalUid: '<b>1@acme.test', what: 'TZID=Nowhere', line: 214 }];
    await warnOfFeed(id, [{ code: 'unknown_time_zone', count: 2, lastSeenAt: noon, examples }]);

    const { text } = await page();

    expect(text).toMatch(/unknown time zones.* \(2\) TZID=Nowhere, line 214, UID &lt;b&gt;1@acme.test\./);
  });

  it('filters by status', async () => {
    const { page } = await anOfficeWithFeeds();

    expect(hostsIn((await page('?status=error')).text)).toEqual(['calendar.example.com']);
    expect(hostsIn((await page('?status=active')).text)).toEqual(['feeds.example.org']);
    expect((await page('?status=disconnected')).text).toContain('No feeds have this status.');
  });

  it('is linked from the connected calendars', async () => {
    const { ownersBrowser, path } = await anOfficeWithFeeds();

    const { text } = await (await ownersBrowser()).get(path('connections'));

    expect(text).toContain(`href="${path('connections/feeds')}"`);
  });
});
