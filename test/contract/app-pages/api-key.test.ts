import { workspaces } from '#functions/api/workspaces/index';
import { users as storedUsers } from '#shared/accounts/identity/store';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { anOffice, type Office } from './an-office.ts';

const PATH = '/settings/personal/api';

const keyIn = (text: string): string => /<code id="key">([^<]*)<\/code>/.exec(text)?.[1] ?? '';

async function statusWith({ world }: Office, key: string): Promise<number> {
  return (await callsTo(workspaces(world.context))('GET', '/workspaces', { key })).status;
}

describe('GET /settings/personal/api', () => {
  it('shows when the key was created and its API version, and not the key itself', async () => {
    const office = await anOffice();
    await statusWith(office, office.owner.key);

    const { status, text } = await (await office.ownersBrowser()).get(PATH);

    expect(status).toBe(200);
    expect(text).toContain('<time datetime="2026-11-02T12:00:00.000Z">');
    expect(text).toContain('2026-10-12');
    expect(text).not.toContain('rap_');
  });
});

describe('POST /settings/personal/api', () => {
  it('shows the new key once, and ends the previous one', async () => {
    const office = await anOffice();
    const browser = await office.ownersBrowser();
    await browser.get(PATH);
    office.world.clock.advance(1000);

    const { status, text, headers } = await browser.submit(PATH);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await statusWith(office, keyIn(text))).toBe(200);
    expect(await statusWith(office, office.owner.key)).toBe(401);
    expect(text).toContain(
      `curl -i &quot;https://api.example.test/api/v1/workspaces&quot; -H &quot;Authorization: ${keyIn(text)}&quot;`,
    );
    expect((await browser.get(PATH)).text).not.toContain(keyIn(text));
  });

  it('409: a form that is submitted again, as by a reload, ends no key', async () => {
    const office = await anOffice();
    const browser = await office.ownersBrowser();
    const page = await browser.get(PATH);
    office.world.clock.advance(1000);
    const fields = fieldsIn(page.text);
    const { text } = await browser.post(PATH, fields);

    const again = await browser.post(PATH, fields);

    expect(again.status).toBe(409);
    expect(again.text).not.toContain('rap_');
    expect(await statusWith(office, keyIn(text))).toBe(200);
  });

  it('200: for exactly one of several simultaneous submissions', async () => {
    const office = await anOffice();
    const browser = await office.ownersBrowser();
    const fields = fieldsIn((await browser.get(PATH)).text);
    office.world.clock.advance(1000);

    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.post(PATH, fields)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('creates the first key of a user', async () => {
    const office = await anOffice();
    const { context, clock } = office.world;
    const id = context.ids.make('usr');
    const user = { id, email: 'new@acme.test', createdAt: clock.now() };
    await context.changes.save({ at: clock.now(), writes: [storedUsers.put(undefined, user)] });
    const browser = await office.browserOf(id);

    expect((await browser.get(PATH)).text).toContain('You do not have an API key yet.');
    const { text } = await browser.submit(PATH);
    expect(await statusWith(office, keyIn(text))).toBe(200);
  });

  it('403: without the CSRF token', async () => {
    const office = await anOffice();
    const browser = await office.ownersBrowser();
    await browser.get(PATH);

    expect((await browser.post(PATH, { seen: 'none' })).status).toBe(403);
    expect(await statusWith(office, office.owner.key)).toBe(200);
  });
});

function fieldsIn(text: string): Readonly<Record<string, string>> {
  const inside = /<form method="post" action="\/settings\/personal\/api">(.*?)<\/form>/s.exec(text)?.[1] ?? '';
  const fields = [...inside.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}
