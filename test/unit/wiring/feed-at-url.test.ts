import { windowAt } from '#shared/calendars/sync/rules/window';
import { feedAtUrl } from '#shared/wiring/feed-at-url';
import { aServer } from '#test/support/a-server';
import { aClock } from '#test/support/api';
import { aCalendar, threaded } from '#test/support/fake-feed';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { privateDnsAnswers } from '#test/support/private-dns-answers';

const clock = aClock();
const window = windowAt(clock.now());
const rules = { clock, readFeed: threaded, baseUrl: 'https://api.example.test/api/v1' };
const local = feedAtUrl({ ...rules, allowLocalReceivers: true, lookUp: async () => ['93.184.216.34'] });
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Serves a calendar at `/feed`, and redirects elsewhere from other paths. */
async function aFeedServer(target: string) {
  const server = await aServer(({ url }, response) => {
    if (url === '/feed') response.end(aCalendar());
    else response.writeHead(302, { location: target }).end();
  });
  closing.push(server.close);
  return server.url;
}

describe('a feed at a URL', () => {
  it('is read over a redirect', async () => {
    const url = await aFeedServer('/feed');

    expect(await local.calendar.readWindow(`${url}/moved`, window)).toMatchObject({ events: [], isLast: true });
  });

  it.each(['http://169.254.169.254/latest', 'https://10.0.0.1/feed', 'file:///etc/passwd'])(
    'is refused where it redirects to %s',
    async (target) => {
      const url = await aFeedServer(target);

      await expect(local.calendar.readWindow(`${url}/moved`, window)).rejects.toMatchObject({
        name: 'FeedFailed',
        code: 'blocked_address',
      });
    },
  );

  it.each(privateDnsAnswers('93.184.216.34', '10.0.0.2'))(
    'is refused where its name leads %s',
    async (_to, answers) => {
      const guarded = feedAtUrl({ ...rules, allowLocalReceivers: false, lookUp: async () => answers });

      await expect(guarded.calendar.readWindow('https://feeds.example.test/feed', window)).rejects.toMatchObject({
        name: 'FeedFailed',
        code: 'blocked_address',
      });
    },
  );
});
