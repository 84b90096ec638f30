import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** An office with a recorded conversation, and a browser on its page. */
async function aRecorded() {
  const office = await anOffice();
  const { conversationId } = await office.aRecording();
  const browser = await office.ownersBrowser();
  const page = `/app/conversations/${conversationId}`;
  await browser.get(page);
  const translate = (languages: string) => browser.submit(`${page}/translations`, { target_languages: languages });
  return { ...office, conversationId, page, browser, translate };
}

describe('POST /app/conversations/{con}/translations', () => {
  it('orders a text for each language, and leads to the order', async () => {
    const { translate, browser, page } = await aRecorded();

    const { status, location = '' } = await translate('fr, de-CH');

    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/orders\/ord_/)]);
    const { text } = await browser.get(location);
    for (const said of [
      '>French</th>',
      '>Swiss High German</th>',
      '>In progress</span>',
      `href="${page}"`,
      `data-refreshes="${location}"`,
    ])
      expect(text).toContain(said);
    expect(text.match(/>Waiting<\/span>/g)).toHaveLength(2);
  });

  it.each([
    ['en', 'A language is the language of the source.'],
    ['nonsense!', 'must be a BCP-47 language code'],
    ['', 'must have at least one language'],
  ])('422: shows why %j is refused, and keeps it', async (languages, message) => {
    const { translate } = await aRecorded();

    const { status, text } = await translate(languages);

    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).toContain(`name="target_languages" type="text" value="${languages}"`);
  });
});

describe('POST /app/orders/{ord}/cancel', () => {
  it('stops the order, whose texts are gone', async () => {
    const { translate, browser } = await aRecorded();
    const { location = '' } = await translate('fr');
    const opened = /\/app\/conversations\/con_\w+(?=">Open)/.exec((await browser.get(location)).text)?.[0] ?? '';

    expect((await browser.submit(`${location}/cancel`)).status).toBe(303);

    const { text } = await browser.get(location);
    expect(text).toContain('>Cancelled</span>');
    expect(text).not.toContain('Cancel this order');
    expect((await browser.get(opened)).status).toBe(404);
  });

  it('409: once the order has ended', async () => {
    const { translate, browser } = await aRecorded();
    const { location = '' } = await translate('fr');
    await browser.get(location);
    await browser.submit(`${location}/cancel`);
    await browser.get('/app');
    const token = /name="_token" value="([^"]*)"/.exec(browser.last()?.text ?? '')?.[1] ?? '';

    const { status, text } = await browser.post(`${location}/cancel`, { _token: token });

    expect(status).toBe(409);
    expect(text).toContain('The order is canceled already.');
  });
});

describe('GET /app/orders/{ord}', () => {
  it('has no form for guests; 404 for users of other workspaces and a missing id', async () => {
    const { translate, browserAs, strangersBrowser } = await aRecorded();
    const { location = '' } = await translate('fr');
    const stranger = await strangersBrowser();

    expect((await (await browserAs('guest')).get(location)).text).not.toContain('Cancel this order');
    for (const at of [location, '/app/orders/nonsense']) expect((await stranger.get(at)).status).toBe(404);
  });
});

describe('POST /app/orders/{ord}/confirm', () => {
  it('submits a draft, which says when it expires', async () => {
    const { browser, aTranslation, conversationId } = await aRecorded();
    const page = `/app/orders/${await aTranslation(conversationId, { confirm: false })}`;
    const draft = (await browser.get(page)).text;
    expect(draft).toContain('This order is a draft.');
    expect(draft).not.toContain('data-refreshes');

    expect(await browser.submit(`${page}/confirm`)).toMatchObject({ status: 303, location: page });

    const { text } = await browser.get(page);
    expect(text).toContain('>In progress</span>');
    expect(text).not.toContain('Confirm this order');
  });
});

describe('POST /app/orders/{ord}/fulfill', () => {
  it('ends the work of people, for admins and owners', async () => {
    const { browser, browserAs, aLockedOrder, conversationId } = await aRecorded();
    const page = `/app/orders/${await aLockedOrder(conversationId)}`;
    expect((await (await browserAs('member')).get(page)).text).not.toContain('Fulfill this order');
    expect((await browser.get(page)).text).toContain('People are working on the texts of this order.');

    expect((await browser.submit(`${page}/fulfill`)).status).toBe(303);

    expect((await browser.get(page)).text).toContain('>Done</span>');
  });
});

describe('GET /app/workspaces/{wks}/orders', () => {
  it('narrows the list down by state, kind, service and tag', async () => {
    const { browser, path, aTranslation, aLockedOrder, conversationId } = await aRecorded();
    expect((await browser.get(path('orders'))).text).toContain('No orders yet.');
    await aTranslation(conversationId, { name: 'Draft', confirm: false, tags: ['q4'] });
    await aTranslation(conversationId, { name: 'Running' });
    await aLockedOrder(conversationId);
    const listed = async (query = '') => {
      const { text } = await browser.get(path(`orders${query}`));
      return [...text.matchAll(/<a href="\/app\/orders\/[^>]*>([^<]*)/g)].map(([, name]) => name);
    };

    expect(await listed('?state=&kind=&service=&tag=')).toHaveLength(3);
    expect(await listed('?state=incomplete')).toEqual(['Draft']);
    expect(await listed('?tag=q4')).toEqual(['Draft']);
    expect(await listed('?service=pro&state=locked')).toHaveLength(1);
    expect(await listed('?kind=subtitles')).toEqual([]);
    expect(await listed('?state=nonsense')).toHaveLength(3);
  });
});

describe('the conversation of an order', () => {
  it('shows its order, and the text when it is there', async () => {
    const { browser, translate, workOnOrders } = await aRecorded();
    const { location = '' } = await translate('fr');
    const page = /\/app\/conversations\/con_\w+(?=">Open)/.exec((await browser.get(location)).text)?.[0] ?? '';
    const waiting = (await browser.get(page)).text;
    expect(waiting).toContain(`<a href="${location}">In progress</a>`);
    expect(waiting).toContain(`data-state="Waiting" data-refreshes="${page}"`);

    await workOnOrders();

    const { text } = await browser.get(page);
    expect(text).toContain('<ol class="transcript" data-follows="player">');
    expect(text).toContain('data-state="Ready"');
    expect(text).not.toContain('data-refreshes');
  });
});
