import { appPages } from '#functions/pages/app/index';
import { deriveToken, newSecret } from '#shared/api/page-kit/cookies';
import { LostRace } from '#shared/foundation/core/store';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, aBrowserOf } from '#test/support/pages';
import { BUTTON_PRESS_HEADERS } from './an-office.ts';
import { aFullOffice } from './full-office.ts';
import { routesWithout } from './routes-without.ts';

const rowsOf = ({ world }: Awaited<ReturnType<typeof aFullOffice>>): string => JSON.stringify(world.dynamo.items());

it('these tests cover every page and every form', async () => {
  const { app, forms, pages } = await aFullOffice();
  expect(routesWithout(app, { GET: pages, POST: forms })).toEqual([]);
  expect(app.routes.length).toBeGreaterThan(forms.length + pages.length);
});

describe('every form', () => {
  it('is refused without a CSRF token, with that of another browser and from another site, and changes nothing', async () => {
    const office = await aFullOffice();
    const browser = await office.ownersBrowser();
    const other = await office.browserAs('admin');
    const tokenOf = async (one: typeof browser) =>
      /name="_token" value="([^"]*)"/.exec((await one.get('/app')).text)?.[1] ?? '';
    const [own, foreign] = [await tokenOf(browser), await tokenOf(other)];
    const before = rowsOf(office);

    for (const form of office.forms) {
      const fields = { seen: String(office.world.clock.now()), name: 'New' };
      const sent = [
        await browser.post(form, fields, { headers: BUTTON_PRESS_HEADERS }),
        await browser.post(form, { ...fields, _token: foreign }, { headers: BUTTON_PRESS_HEADERS }),
        await browser.post(
          form,
          { ...fields, _token: own },
          { headers: { ...BUTTON_PRESS_HEADERS, 'sec-fetch-site': 'cross-site' } },
        ),
        await browser.post(
          form,
          { ...fields, _token: own },
          { headers: { ...BUTTON_PRESS_HEADERS, 'sec-fetch-site': 'same-site' } },
        ),
      ];
      expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect(rowsOf(office)).toBe(before);
  });

  it('409: after repeated lost races', async () => {
    const office = await aFullOffice();
    const { world, owner, forms } = office;
    const changes = { save: () => Promise.reject(new LostRace()) };
    const app = appPages({ ...world.pages, changes, files: world.files });
    const browser = await aBrowserOf(app, world, owner.userId);
    const disconnect = forms.find((form) => form.endsWith('/disconnect')) ?? '';
    await browser.get(disconnect);

    expect(await browser.submit(disconnect)).toMatchObject({
      status: 409,
      heading: 'This was changed in the meantime',
    });
  });

  it('is refused without a session, also with a valid CSRF token', async () => {
    const { app, forms, world } = await aFullOffice();
    const secret = newSecret(world.pages.randomBytes);
    for (const form of forms) {
      const browser = aBrowser(app);
      browser.jar.set('__Host-visitor', secret);
      const sent = await browser.post(form, { _token: deriveToken(secret, 'form') }, { headers: BUTTON_PRESS_HEADERS });
      expect(sent).toMatchObject({ status: 401, heading: 'You are no longer signed in' });
    }
  });

  it('does not answer GET where its path has no page', async () => {
    const office = await aFullOffice();
    const browser = await office.ownersBrowser();
    const withoutPage = office.forms.filter((form) => !office.pages.includes(form));

    for (const form of withoutPage) expect([form, (await browser.get(form)).status]).toEqual([form, 404]);
    expect(withoutPage.length).toBeGreaterThan(0);
  });
});

describe('every page', () => {
  it('redirects to the sign-in page without a session, and shows nothing', async () => {
    const { app, pages } = await aFullOffice();
    for (const page of pages) {
      const { status, location, text } = await aBrowser(app).get(page);
      expect([status, location]).toEqual([303, `/sign-in?next=${encodeURIComponent(page)}`]);
      expect(text).toBe('');
    }
  });

  it('forbids caching, framing and content of other sites', async () => {
    const office = await aFullOffice();
    const browser = await office.ownersBrowser();
    for (const page of office.pages) {
      const { headers } = await browser.get(page);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self';/,
      );
    }
  });

  it('has a language, one heading, landmarks, named tables and a label for every field', async () => {
    const office = await aFullOffice();
    const browser = await office.ownersBrowser();
    for (const page of office.pages.filter((one) => !/[.]txt$|[/]live$/.test(one))) {
      const { text } = await browser.get(page);
      expect(text).toContain('<html lang="en">');
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(text.match(/<main id="main">/g)).toHaveLength(1);
      expect(text.match(/<table\b/g)?.length).toBe(text.match(/<caption>/g)?.length);
      expect(unlabelled(text)).toEqual([]);
      expect(doubles([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))).toEqual([]);
    }
  });
});

/** Fields without a label, neither by `for` nor around them. */
function unlabelled(text: string): readonly string[] {
  const outside = text.replace(/<label[^>]*>(?:(?!<\/label>).)*<\/label>/gs, (label) =>
    label.includes('<input') ? '' : label,
  );
  const fields = [...outside.matchAll(/<(?:input|select|textarea)[^>]*>/g)].map(([tag]) => tag);
  return fields.filter((tag) => {
    const id = / id="([^"]*)"/.exec(tag)?.[1];
    return !tag.includes('type="hidden"') && (id === undefined || !text.includes(`<label for="${id}">`));
  });
}

const doubles = (names: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  names.filter((name, at) => names.indexOf(name) !== at);
