import { appPages } from '#functions/pages/app/index';
import { localOutbox } from '#shared/accounts/mail/local-outbox-store';
import type { OutgoingMail } from '#shared/accounts/mail/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, aBrowserOf, aPageWorld } from '#test/support/pages';

/** A local stack with mail in its outbox, sent a minute apart, and the browser of a user. */
async function aLocalStack(subjects: readonly string[]) {
  const world = aPageWorld();
  const { context, clock } = world;
  const { userId, workspaceId } = await world.anOwner();
  for (const [nth, subject] of subjects.entries()) {
    const mail: OutgoingMail = {
      id: `${'mtg_1' as MeetingId}#MAIL#summary#${nth}`,
      kind: 'summary',
      workspaceId,
      to: { email: 'ada@example.com', name: 'Ada' },
      fromName: 'Acme',
      subject,
      html: '<!doctype html><p style="color: red">Hello</p><script>alert(1)</script>',
      text: 'Hello <Ada>',
      unsubscribeUrl: 'https://app.example.test/unsubscribe?token=t',
    };
    await localOutbox(context.table).send(mail, clock.now());
    clock.advance(60_000);
  }
  const { pages } = world;
  const app = appPages({ ...pages, files: world.files, keepsMail: true });
  return { world, pages, app, browser: await aBrowserOf(app, world, userId) };
}

const linksIn = (text: string) => [...text.matchAll(/href="(\/app\/outbox\/[^"]+)"/g)].map(([, path = '']) => path);

describe('GET /app/outbox', () => {
  it('200: lists the mail of a local stack, the newest first', async () => {
    const { browser } = await aLocalStack(['First', 'Second <b>']);

    const { status, text } = await browser.get('/app/outbox');

    expect(status).toBe(200);
    expect([...text.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, subject]) => subject)).toEqual([
      'Second &lt;b&gt;',
      'First',
    ]);
  });

  it('200: shows one with its headers and its text, and its HTML in a sandboxed frame', async () => {
    const { browser } = await aLocalStack(['News']);
    const [path = ''] = linksIn((await browser.get('/app/outbox')).text);

    const { status, text, headers } = await browser.get(path);

    expect(status).toBe(200);
    expect(text).toContain(`<iframe class="mail" sandbox src="${path}/html"`);
    expect(text).toContain('List-Unsubscribe=One-Click');
    expect(text).toContain('<pre>Hello &lt;Ada&gt;</pre>');
    expect(text).not.toContain('alert(1)');
    expect(headers.get('content-security-policy')).toContain("frame-src 'self'");
  });

  it('200: the document in the frame runs nothing and is framed by this site alone', async () => {
    const { browser } = await aLocalStack(['News']);
    const [path = ''] = linksIn((await browser.get('/app/outbox')).text);

    const { status, text, headers } = await browser.get(`${path}/html`);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html><p style="color: red">/);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';.*frame-ancestors 'self'$/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('303: asks to sign in', async () => {
    const { app } = await aLocalStack([]);

    expect(await aBrowser(app).get('/app/outbox')).toMatchObject({ status: 303 });
  });

  it.each(['/app/outbox/nonsense', '/app/outbox/nonsense/html'])('404: %s', async (path) => {
    const { browser } = await aLocalStack(['News']);

    expect(await browser.get(path)).toMatchObject({ status: 404 });
  });

  it('404: where mail is sent', async () => {
    const { world, pages, browser } = await aLocalStack(['News']);
    const deployed = aBrowser(appPages({ ...pages, files: world.files }));
    for (const [name, value] of browser.jar) deployed.jar.set(name, value);

    expect(await deployed.get('/app/outbox')).toMatchObject({ status: 404, heading: 'Page not found' });
  });
});
