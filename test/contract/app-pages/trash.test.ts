import { describe, expect, it } from '#test/support/jest';
import { anOrderConversation } from '../conversations/an-order-conversation.ts';
import { anOffice } from './an-office.ts';

const DAY_MS = 86_400_000;
const RUNNING = 'The order of this conversation runs: cancel it, or wait for its end.';
const OF_A_MEETING = 'The conversation of a meeting is deleted with its meeting.';

/** An office with a translation, and a browser of its owner. */
async function aTranslated() {
  const office = await anOffice();
  const { id } = await anOrderConversation(office.world, office.owner);
  const browser = await office.ownersBrowser();
  const page = `/app/conversations/${id}`;
  return {
    ...office,
    ...{ browser, page },
    async moveToTrash() {
      await browser.get(page);
      return browser.submit(`${page}/trash`);
    },
    async trash() {
      return (await browser.get(office.path('trash'))).text;
    },
    async confirm() {
      await browser.get(`${page}/delete`);
      return browser.submit(`${page}/delete`);
    },
  };
}

/** The page of a text whose order runs. */
async function aRunning() {
  const office = await anOffice();
  const { conversationId } = await office.aRecording();
  const order = await office.aTranslation(conversationId);
  const browser = await office.ownersBrowser();
  const { text } = await browser.get(`/app/orders/${order}`);
  return { ...office, browser, page: /\/app\/conversations\/con_\w+(?=">Open)/.exec(text)?.[0] ?? '' };
}

describe('POST /app/conversations/{con}/trash', () => {
  it('moves it from its page, and says so on the list', async () => {
    const { moveToTrash, browser, path, page } = await aTranslated();

    const { status, location = '' } = await moveToTrash();

    expect([status, location]).toEqual([303, path('conversations?trashed=yes')]);
    const { text } = await browser.get(location);
    expect(text).toContain(`Moved to the <a href="${path('trash')}">trash</a>.`);
    expect(text).not.toContain(`href="${page}"`);
  });

  it('moves it from a list, and returns to its filters', async () => {
    const { browser, path, page } = await aTranslated();
    await browser.get(path('conversations?kind=translation&language=fr'));

    const { location } = await browser.submit(`${page}/trash`);

    expect(location).toBe(path('conversations?kind=translation&language=fr&trashed=yes'));
  });

  it('does not return to another site', async () => {
    const { browser, path, page } = await aTranslated();
    await browser.get(page);

    const { location } = await browser.submit(`${page}/trash`, { back: 'https://evil.test/' });

    expect(location).toBe(path('conversations?trashed=yes'));
  });

  it('409: says that its order runs', async () => {
    const { browser, page } = await aRunning();
    await browser.get(page);

    const { status, text } = await browser.submit(`${page}/trash`);

    expect(status).toBe(409);
    expect(text).toContain(RUNNING);
  });

  it('409: says that the conversation of a meeting goes with it, which has no form', async () => {
    const { browserOf, owner, aRecording, path } = await anOffice();
    const { conversationId } = await aRecording();
    const browser = await browserOf(owner.userId);
    const page = `/app/conversations/${conversationId}`;
    expect((await browser.get(path('conversations'))).text).toContain('Is deleted with its meeting');
    expect((await browser.get(page)).text).not.toContain(`action="${page}/trash"`);
    const token = /name="_token" value="([^"]*)"/.exec(browser.last()?.text ?? '')?.[1] ?? '';

    const { status, text } = await browser.post(`${page}/trash`, { _token: token });

    expect(status).toBe(409);
    expect(text).toContain(`role="alert"><p>${OF_A_MEETING}`);
  });
});

describe('GET /app/workspaces/{wks}/trash', () => {
  it('lists deleted conversations with the day on which they are gone', async () => {
    const { trash, moveToTrash, world } = await aTranslated();
    expect(await trash()).toContain('The trash is empty.');
    await moveToTrash();

    const end = new Date(world.clock.now() + 30 * DAY_MS).toISOString();
    expect(await trash()).toContain(`data-column="Kept until"><time datetime="${end}">`);
  });

  it('has no buttons for guests', async () => {
    const { browserAs, moveToTrash, path } = await aTranslated();
    await moveToTrash();

    const { text } = await (await browserAs('guest')).get(path('trash'));

    expect(text).toContain('>Welcome</th>');
    expect(text).not.toMatch(/Restore|Delete permanently/);
  });
});

describe('POST /app/conversations/{con}/restore', () => {
  it('takes it out of the trash, and leads to its page', async () => {
    const { moveToTrash, trash, browser, page } = await aTranslated();
    await moveToTrash();
    await trash();

    const { status, location = '' } = await browser.submit(`${page}/restore`);

    expect([status, location]).toEqual([303, `${page}?restored=yes`]);
    expect((await browser.get(location)).text).toContain('Restored from the trash.');
    expect(await trash()).toContain('The trash is empty.');
  });

  it('404: after 30 days', async () => {
    const { moveToTrash, ownersBrowser, path, page, world } = await aTranslated();
    await moveToTrash();
    world.clock.advance(30 * DAY_MS);
    const browser = await ownersBrowser();
    await browser.get(path('trash'));

    expect((await browser.submit(`${page}/restore`)).status).toBe(404);
  });
});

describe('POST /app/conversations/{con}/delete', () => {
  it('deletes it once it is confirmed', async () => {
    const { moveToTrash, confirm, trash, browser, page, path } = await aTranslated();
    await moveToTrash();
    expect((await browser.get(`${page}/delete`)).heading).toBe('Delete Welcome permanently?');

    const { status, location } = await confirm();

    expect([status, location]).toEqual([303, path('trash?deleted=yes')]);
    expect(await trash()).toContain('The trash is empty.');
    expect((await browser.get(`${page}/delete`)).status).toBe(404);
  });

  it('409: says that its order runs', async () => {
    const { browser, page } = await aRunning();
    await browser.get(`${page}/delete`);

    const { status, text } = await browser.submit(`${page}/delete`);

    expect(status).toBe(409);
    expect(text).toContain(RUNNING);
  });
});
