import { unsubscribePages } from '#functions/pages/unsubscribe/index';
import type { MailJob } from '#shared/accounts/mail/rules/mail';
import { aComposer, aMailer } from '#test/support/a-mailer';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';
import { APP_URL, aBrowser, aPageWorld, withRole } from '#test/support/pages';

const ADA = { email: 'ada@example.com', name: 'Ada' };

/** A recipient of a summary, with the link in their mail. */
async function aRecipient() {
  const world = aPageWorld();
  const { context, clock } = world;
  const { workspaceId } = await world.anOwner('Acme');
  const { mailer, sent } = aMailer();
  const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA), operational: aComposer(ADA) } });
  const isMailed = async (kind: MailJob['kind']) => {
    const before = sent.length;
    const at = clock.now();
    const content: MailJob = { workspaceId, kind, about: context.ids.make('mtg'), occasion: 'summary', at };
    await context.changes.save({ at, jobs: [{ type: 'job.mail', content }] });
    await worker.run();
    return sent.length > before;
  };
  await isMailed('summary');
  const url = sent[0]?.unsubscribeUrl ?? '';
  const { keys, pages } = withRole(world, 'pages/unsubscribe');
  const app = unsubscribePages(pages);
  return { world, keys, app, browser: aBrowser(app), path: url.replace(APP_URL, ''), isMailed };
}

describe('GET /unsubscribe', () => {
  it('200: asks first, and changes nothing', async () => {
    const { browser, path, isMailed } = await aRecipient();

    const page = await browser.get(path);

    expect(page).toMatchObject({ status: 200, heading: 'Unsubscribe', text: expect.stringContaining('Acme') });
    expect(page.text).not.toContain('ada@example.com');
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await isMailed('summary')).toBe(true);
  });

  it.each(['', '?token=nonsense'])('404: a link with %j does not work', async (query) => {
    const { browser } = await aRecipient();

    expect(await browser.get(`/unsubscribe${query}`)).toMatchObject({
      status: 404,
      heading: 'This link does not work',
    });
  });
});

describe('POST /unsubscribe', () => {
  it('200: ends that kind of mail of the workspace to the address, for the button of the page', async () => {
    const { browser, path, isMailed } = await aRecipient();
    await browser.get(path);

    expect(await browser.submit(path)).toMatchObject({ status: 200, heading: 'You are unsubscribed' });

    expect([await isMailed('summary'), await isMailed('operational')]).toEqual([false, true]);
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('200: unsubscribes by one click of a mail client that sends %s, without cookies', async (_form, type, body) => {
    const { app, path, isMailed } = await aRecipient();
    const click = () => app.request(`${APP_URL}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

    expect([(await click()).status, (await click()).status]).toEqual([200, 200]);

    expect(await isMailed('summary')).toBe(false);
  });

  it('404: unsubscribes no address by a token that was changed', async () => {
    const { app, path, isMailed } = await aRecipient();

    const { status } = await app.request(`${APP_URL}${path.replace('.summary.', '.operational.')}`, { method: 'POST' });

    expect(status).toBe(404);
    expect([await isMailed('summary'), await isMailed('operational')]).toEqual([true, true]);
  });
});
