import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

/** An office with Europe/Sales, and a browser on one of its pages. */
async function aTree() {
  const office = await anOffice();
  const europe = await office.aFolder('Europe');
  const sales = await office.aFolder('Sales', europe);
  const browser = await office.ownersBrowser();
  const submit = async (rest: string, fields: Record<string, string>, from = rest) => {
    await browser.get(office.path(from));
    return browser.submit(office.path(rest), fields);
  };
  const titles = async () => {
    const { text } = await browser.get(office.path('folders'));
    return [...text.matchAll(/<option value="fol_[^"]*"[^>]*>([^<]*)<\/option>/g)].map(([, path]) => path);
  };
  return { ...office, europe, sales, browser, submit, titles };
}

describe('POST …/folders', () => {
  it('creates a folder in another, and shows it', async () => {
    const { submit, europe, titles, path } = await aTree();

    const { status, location } = await submit('folders', { name: 'Support', parent_id: europe });

    expect([status, location]).toEqual([303, expect.stringContaining(path('conversations?folder=fol_'))]);
    expect(await titles()).toEqual(['Europe', 'Europe/Sales', 'Europe/Support']);
  });

  it('offers the folder that it was asked for', async () => {
    const { browser, path, sales } = await aTree();

    expect((await browser.get(path(`folders?in=${sales}`))).text).toContain(`<option value="${sales}" selected>`);
  });

  it.each([
    ['Sales', 409, 'There is a folder with this name in the same place.'],
    ['', 422, 'The name must not be blank.'],
    ['https://acme.test', 422, 'The name must be a name in valid Unicode, on one line, and not a URL.'],
  ])('shows why the name %j is refused, and keeps it', async (name, refusal, message) => {
    const { submit, europe, titles } = await aTree();

    const { status, text } = await submit('folders', { name, parent_id: europe });

    expect(status).toBe(refusal);
    expect(text).toContain(message);
    expect(text).toContain(`value="${name}"`);
    expect(text).toContain(`<option value="${europe}" selected>`);
    expect(await titles()).toEqual(['Europe', 'Europe/Sales']);
  });
});

describe('POST …/folders/{fol}', () => {
  it('renames and moves a folder', async () => {
    const { submit, sales, titles } = await aTree();

    const { status } = await submit(`folders/${sales}`, { name: 'Deals', parent_id: 'root' });

    expect(status).toBe(303);
    expect(await titles()).toEqual(['Deals', 'Europe']);
  });

  it('422: does not move a folder into one that is in it', async () => {
    const { submit, europe, sales, titles } = await aTree();

    const { status, text } = await submit(`folders/${europe}`, { name: 'Europe', parent_id: sales });

    expect(status).toBe(422);
    expect(text).toContain('The folder it is in must be neither the folder itself nor a folder in it.');
    expect(await titles()).toEqual(['Europe', 'Europe/Sales']);
  });

  it('404: for a folder of another workspace', async () => {
    const { sales, strangersBrowser } = await aTree();
    const stranger = await strangersBrowser();
    const own = /workspaces\/(wks_\w+)/.exec((await stranger.get('/app')).text)?.[1];

    expect((await stranger.get(`/app/workspaces/${own}/folders/${sales}`)).status).toBe(404);
  });
});

describe('POST …/folders/{fol}/delete', () => {
  it('deletes an empty folder, and ends in the one above', async () => {
    const { submit, europe, sales, titles, path } = await aTree();

    const { status, location } = await submit(`folders/${sales}/delete`, {}, `folders/${sales}`);

    expect([status, location]).toEqual([303, path(`conversations?folder=${europe}`)]);
    expect(await titles()).toEqual(['Europe']);
  });

  it('409: shows what is in the folder', async () => {
    const { submit, europe, sales, aRecording, browser } = await aTree();
    const { conversationId } = await aRecording();
    const page = `/app/conversations/${conversationId}`;
    await browser.get(page);
    await browser.submit(page, { name: 'Filed', folder_id: sales, tags: '' });

    const above = await submit(`folders/${europe}/delete`, {}, `folders/${europe}`);
    const inside = await submit(`folders/${sales}/delete`, {}, `folders/${sales}`);

    expect([above.status, inside.status]).toEqual([409, 409]);
    expect(above.text).toContain('There are folders in this folder: delete or move them first.');
    expect(inside.text).toContain('There are conversations in this folder: move them first.');
  });
});
