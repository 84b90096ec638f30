import { DAY_MS, later } from '#shared/foundation/core/time';
import type { ResponseClass } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { ALL_ATTEMPTS_FAILED, anOffice } from './an-office.ts';

const TEXT = '{"object":"meeting","id":"mtg_1","title":"a \\"b\\" {c}, [d]: e","size":1.0,"none":{},"list":[]}';

describe('GET /app/workspaces/{wks}/webhooks', () => {
  it('shows each event with its endpoint and status', async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    const id = await anEvent({ answers: [{}, { responseStatus: 204 }] });

    const { status, text, heading } = await (await ownersBrowser()).get(path('webhooks'));

    expect([status, heading]).toEqual([200, 'Webhooks']);
    expect(text).toContain(`<a href="${path(`webhooks/${id}`)}">meeting.created</a>`);
    expect(text).toContain('Delivered');
    expect(text).toContain('https://partner.test/hooks');
  });

  it('filters by status, type, endpoint and time, and keeps the filters in the form', async () => {
    const { ownersBrowser, path, anEvent, anEndpoint } = await anOffice();
    const endpointId = await anEndpoint();
    await anEvent({ type: 'meeting.created', answers: ALL_ATTEMPTS_FAILED });
    await anEvent({ type: 'bot.failed', endpointId, createdAt: later(noon, 7_200_000) });
    const browser = await ownersBrowser();
    const listed = async (query: string) => {
      const { text } = await browser.get(path(`webhooks?${query}`));
      return ['meeting.created', 'bot.failed'].filter((type) => text.includes(`>${type}</a>`));
    };

    expect(await listed('')).toEqual(['meeting.created', 'bot.failed']);
    expect(await listed('status=failed')).toEqual(['meeting.created']);
    expect(await listed('type=bot.failed')).toEqual(['bot.failed']);
    expect(await listed(`endpoint=${endpointId}`)).toEqual(['bot.failed']);
    expect(await listed('since=2026-11-02T13:00')).toEqual(['bot.failed']);
    expect(await listed('until=2026-11-02T13:00')).toEqual(['meeting.created']);
    expect(await listed('status=nonsense&since=nonsense')).toEqual(['meeting.created', 'bot.failed']);
    expect((await browser.get(path('webhooks?status=failed'))).text).toContain('<option value="failed" selected>');
  });

  it('paginates after fifty events, with the filters', async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    for (let nth = 0; nth < 51; nth += 1) await anEvent({ createdAt: later(noon, nth) });
    const browser = await ownersBrowser();

    const first = await browser.get(path('webhooks?type=meeting.created'));
    const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(next).toContain('type=meeting.created');
    expect((await browser.get(next)).text.match(/>meeting\.created<\/a>/g)).toHaveLength(1);
    expect((await browser.get(next.replace('meeting.created', 'bot.failed'))).status).toBe(400);
  });

  describe('with the statistics of an endpoint', () => {
    const counted = async (
      { world, anEndpoint }: Awaited<ReturnType<typeof anOffice>>,
      classes: readonly ResponseClass[],
    ) => {
      const endpointId = await anEndpoint();
      const count = { group: endpointId, hour: noon, delivered: false, failed: false, bucket: 20 };
      for (const responseClass of classes)
        await world.context.table.transact(countAttempts([{ ...count, responseClass }], 0));
      return endpointId;
    };

    it('shows the attempts of the only endpoint as a chart with a text, and as a table', async () => {
      const office = await anOffice();
      await counted(office, ['2xx', '2xx', '5xx']);

      const { text } = await (await office.ownersBrowser()).get(office.path('webhooks'));

      expect(text).toMatch(
        /<svg[^>]*role="img" aria-label="3 attempts at https:\/\/partner.test\/hooks in the last 24 hours, by hour: 2 acknowledged, 1 not\."/,
      );
      expect(text).toContain('<title>12:00 UTC: 2 acknowledged, 1 not</title>');
      expect(text).toMatch(/<caption>Attempts by hour, newest first<\/caption>/);
      expect(text).toContain('100 ms');
    });

    it('shows those of the endpoint that is filtered by, and none of several', async () => {
      const office = await anOffice();
      const one = await counted(office, ['2xx']);
      const other = await office.anEndpoint('https://other.test/hooks');
      const browser = await office.ownersBrowser();
      const shown = async (query: string) => (await browser.get(office.path(`webhooks${query}`))).text;

      expect(await shown('')).not.toContain('<svg viewBox="0 0 720');
      expect(await shown(`?endpoint=${one}`)).toContain('1 attempt at https://partner.test/hooks');
      expect(await shown(`?endpoint=${other}`)).toContain(
        'No attempts at https://other.test/hooks in the last 24 hours.',
      );
    });

    it('shows nothing of an endpoint of another workspace', async () => {
      const office = await anOffice();
      const theirs = await counted(office, ['2xx']);
      const { userId, workspaceId } = await office.world.anOwner('Other');

      const { text } = await (await office.browserOf(userId)).get(
        `/app/workspaces/${workspaceId}/webhooks?endpoint=${theirs}`,
      );

      expect(text).toContain('Webhooks');
      expect(text).not.toContain('partner.test');
    });
  });

  it.each(['member', 'guest'] as const)('403: shows a %s who can see webhooks', async (role) => {
    const { browserAs, path, anEvent } = await anOffice();
    const id = await anEvent({ text: TEXT });
    const browser = await browserAs(role);

    for (const rest of ['webhooks', `webhooks/${id}`]) {
      const { status, text } = await browser.get(path(rest));
      expect(status).toBe(403);
      expect(text).toContain('Only owners and admins can see webhooks');
      expect(text).toContain('owner@acme.test');
      expect(text).not.toContain('partner.test');
    }
  });
});

describe('GET …/webhooks/{evt}', () => {
  it('shows every attempt, its response and the request body', async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    const id = await anEvent({
      text: TEXT,
      answers: [
        { responseStatus: null, responseHeaders: {}, responseBody: null, error: 'dns_error' },
        { responseStatus: 503, responseBody: 'come <b>back</b>' },
        { responseStatus: 200 },
      ],
    });

    const { status, text, heading } = await (await ownersBrowser()).get(path(`webhooks/${id}`));

    expect([status, heading]).toEqual([200, 'meeting.created']);
    expect(text).toContain('host name not found');
    expect(text).toContain('HTTP 503');
    expect(text).toContain('come &lt;b&gt;back&lt;/b&gt;');
    expect(text).toContain('The endpoint accepted the event.');
    expect(text).toContain('<th scope="row" role="rowheader">3</th>');
    // Attempts within a minute differ by their seconds.
    expect(text).toMatch(/<time datetime="[^"]+" data-exact>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/time>/);
  });

  it('formats the body without changing its values', async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    const id = await anEvent({ text: TEXT });

    const { text } = await (await ownersBrowser()).get(path(`webhooks/${id}`));

    const shown = /<pre><code>(\{.*?)<\/code><\/pre>/s.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(shown).toContain('"size": 1.0,\n');
    expect(shown).toContain('"none": {},\n');
    expect(shown).toContain('"title": "a \\"b\\" {c}, [d]: e"');
    expect(JSON.parse(shown)).toMatchObject({ id, type: 'meeting.created', data: { object: JSON.parse(TEXT) } });
  });

  it('404: for an event of another workspace, a missing one and one older than thirty days', async () => {
    const { world, ownersBrowser, path, anEvent, browserOf } = await anOffice();
    const id = await anEvent();
    const other = await world.anOwner('Other');
    const theirs = await browserOf(other.userId);

    expect((await theirs.get(`/app/workspaces/${other.workspaceId}/webhooks/${id}`)).status).toBe(404);
    expect((await theirs.get(path(`webhooks/${id}`))).status).toBe(404);
    expect((await (await ownersBrowser()).get(path('webhooks/evt_nonsense'))).status).toBe(404);
    world.clock.advance(31 * DAY_MS);
    expect((await (await ownersBrowser()).get(path(`webhooks/${id}`))).status).toBe(404);
  });
});

describe('POST …/webhooks/{evt}/redeliver', () => {
  it('requests one more attempt, and confirms it', async () => {
    const { world, ownersBrowser, path, anEvent, anEndpoint } = await anOffice();
    const id = await anEvent({ endpointId: await anEndpoint(), answers: ALL_ATTEMPTS_FAILED });
    const browser = await ownersBrowser();
    await browser.get(path(`webhooks/${id}`));

    const { status, location } = await browser.submit(path(`webhooks/${id}/redeliver`));

    expect([status, location]).toEqual([303, path(`webhooks/${id}?asked=yes`)]);
    expect((await browser.get(location ?? '')).text).toContain('The attempt appears here in a moment.');
    expect(world.dynamo.items().some(({ sk }) => sk?.S === `EVENT#job.redelivery#${id}`)).toBe(true);
  });

  it('requests one more attempt at the `webhook_url` of an order', async () => {
    const { ownersBrowser, path, anEvent, aRecording, aTranslation } = await anOffice();
    const { conversationId } = await aRecording();
    const orderId = await aTranslation(conversationId, { webhook_url: 'https://partner.test/orders' });
    const id = await anEvent({ type: 'order.fulfilled', orderId, answers: ALL_ATTEMPTS_FAILED });
    const browser = await ownersBrowser();
    expect((await browser.get(path(`webhooks/${id}`))).text).toContain('URL of the order');

    const { status, location } = await browser.submit(path(`webhooks/${id}/redeliver`));

    expect([status, location]).toEqual([303, path(`webhooks/${id}?asked=yes`)]);
  });

  it('409: when the endpoint is deleted, and the page has no form', async () => {
    const { ownersBrowser, path, anEvent } = await anOffice();
    const id = await anEvent();
    const browser = await ownersBrowser();
    const { text } = await browser.get(path(`webhooks/${id}`));

    expect(text).toContain('the event cannot be redelivered');
    const sent = await browser.post(path(`webhooks/${id}/redeliver`), { _token: tokenIn(text) });
    expect(sent.status).toBe(409);
  });

  it('429: with the limit per minute of the API', async () => {
    const { ownersBrowser, path, anEvent, anEndpoint } = await anOffice();
    const id = await anEvent({ endpointId: await anEndpoint() });
    const browser = await ownersBrowser();
    const { text } = await browser.get(path(`webhooks/${id}`));
    const press = () => browser.post(path(`webhooks/${id}/redeliver`), { _token: tokenIn(text) });

    for (let nth = 0; nth < 60; nth += 1) expect((await press()).status).toBe(303);

    const last = await press();
    expect(last.status).toBe(429);
    expect(last.text).toContain('The limit is 60 redeliveries a minute');
  });

  it('403: for a member', async () => {
    const { browserAs, path, anEvent, anEndpoint } = await anOffice();
    const id = await anEvent({ endpointId: await anEndpoint() });
    const browser = await browserAs('member');
    const { text } = await browser.get('/app');

    expect((await browser.post(path(`webhooks/${id}/redeliver`), { _token: tokenIn(text) })).status).toBe(403);
  });
});

const tokenIn = (text: string): string => /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
