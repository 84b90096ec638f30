import { describe, expect, it } from '@jest/globals';
import { anOffice } from './an-office.ts';

/** An office with a recorded conversation, and a browser on its page. */
async function aRecorded() {
  const office = await anOffice();
  const { conversationId } = await office.aRecording();
  const browser = await office.ownersBrowser();
  const page = `/app/conversations/${conversationId}`;
  await browser.get(page);
  const translate = (languages: string) => browser.submit(`${page}/translations`, { target_languages: languages });
  return { ...office, page, browser, translate };
}

describe('POST /app/conversations/{con}/translations', () => {
  it('orders a text for each language, and leads to the order', async () => {
    const { translate, browser, page } = await aRecorded();

    const { status, location = '' } = await translate('fr, de-CH');

    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/orders\/ord_/)]);
    const { text } = await browser.get(location);
    for (const said of ['>French</th>', '>Swiss High German</th>', '>In progress</span>', `href="${page}"`])
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

    expect((await browser.post(`${location}/cancel`, { _token: token })).status).toBe(409);
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
