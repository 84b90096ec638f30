import { describe, expect, it } from '#test/support/jest';
import { aFileOfTracks } from '#test/unit/media/some-audio';
import { anOffice } from './an-office.ts';

/** An office with an uploaded file, and a browser that orders texts of uploads. */
async function anOrderer() {
  const office = await anOffice();
  const browser = await office.ownersBrowser();
  const { path } = office;
  const form = (...uploads: readonly string[]) =>
    browser.get(path(`orders/new?${uploads.map((id) => `upload=${id}`).join('&')}`));
  const submit = (fields: Readonly<Record<string, string>> = {}) =>
    browser.submit(path('orders'), { kind: 'transcription', language: 'auto', folder_id: 'root', ...fields });
  return { ...office, browser, form, submit, file: await office.aFile('interview.mp4') };
}

describe('GET …/orders/new', () => {
  it('asks what to make of the files, and for a name where it is one', async () => {
    const { form, file, aFile } = await anOrderer();

    const [one, two] = [await form(file), await form(file, await aFile('second.mp3'))];

    for (const label of ['<li>interview.mp4</li>', '> Transcript</label>', '> Subtitles</label>', 'name="name"'])
      expect(one.text).toContain(label);
    expect(two.heading).toBe('Order texts of 2 files');
    expect(two.text).not.toContain('name="name"');
  });

  it('offers the style guides of each kind with the default chosen, and none', async () => {
    const { form, file, aStyleGuide, aGlossary } = await anOrderer();
    const plain = await form(file);
    const verbatim = await aStyleGuide('transcription', { name: 'Verbatim' });
    const broadcast = await aStyleGuide('subtitles', { name: 'Broadcast', organization_default: true });
    await aGlossary();

    const { text } = await form(file);

    expect(plain.text).not.toMatch(/style-guide-|glossary-/);
    const options = (kind: string) =>
      new RegExp(`<select id="style-guide-${kind}"[^>]*>\\n(.*)\\n</select>`).exec(text)?.[1];
    const none = (selected: string) => `<option value="none"${selected}>No style guide</option>`;
    expect(options('transcription')).toBe(`<option value="${verbatim}">Verbatim</option>${none(' selected')}`);
    expect(options('subtitles')).toBe(
      `<option value="${broadcast}" selected>Broadcast, the default</option>${none('')}`,
    );
    for (const said of ['> Products (en)</label>', '>No glossary</option>']) expect(text).toContain(said);
  });

  it('404: without an upload, for an unknown one, one of another workspace and one that is not completed', async () => {
    const { form, anUpload, path, browser, file, world, browserOf } = await anOrderer();
    const other = await world.anOwner('Other');
    const stranger = await browserOf(other.userId);

    for (const id of ['upl_00000000000000000000000000', (await anUpload()).id])
      expect((await form(id)).status).toBe(404);
    expect((await browser.get(path('orders/new'))).status).toBe(404);
    const page = `/app/workspaces/${other.workspaceId}/orders/new?upload=${file}`;
    expect((await stranger.get(page)).status).toBe(404);
  });
});

describe('POST …/orders', () => {
  it('says on the page of the order that further audio tracks of the file are not transcribed', async () => {
    const { form, submit, file, browser, world, owner, allOrders, workOnOrders } = await anOrderer();
    const tracks = await aFileOfTracks('MOV', [{ numbers: [1, 2] }, { numbers: [3] }, { numbers: [4] }]);
    await world.files.put(`uploads/${owner.workspaceId}/${file}`, tracks, '');
    await form(file);
    await submit();

    await workOnOrders();

    const { text } = await browser.get(`/app/orders/${(await allOrders())[0]?.id}`);
    expect(text).toContain('The file has 3 audio tracks, of which the default one is transcribed.');
  });

  it('orders the text of a file, and leads to its conversation', async () => {
    const { form, submit, file, browser, aFolder } = await anOrderer();
    const folder = await aFolder();
    await form(file);

    const { status, location = '' } = await submit({ kind: 'subtitles', name: 'Interview', folder_id: folder });

    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/conversations\/con_/)]);
    const { text, heading } = await browser.get(location);
    expect(heading).toBe('Interview');
    for (const said of ['>Subtitles</dd>', '>Renewals</dd>', 'This page shows it when it is ready.', 'data-refreshes'])
      expect(text).toContain(said);
  });

  it('orders a text of each of several files, and leads to the orders', async () => {
    const { form, submit, file, aFile, browser, path } = await anOrderer();
    await form(file, await aFile('second.mp3'));

    const { status, location = '' } = await submit({ language: 'de-CH' });

    expect([status, location]).toEqual([303, path('orders')]);
    const { text } = await browser.get(location);
    for (const name of ['interview.mp4', 'second.mp3']) expect(text).toContain(`>${name}</a>`);
  });

  it.each([
    ['the guide that is chosen', 'GUIDE', 'GUIDE'],
    ['none', 'none', null],
    ['the default where the form had no field for it', '', 'GUIDE'],
  ])('orders by %s', async (_, option, used) => {
    const { form, submit, file, aStyleGuide, allOrders } = await anOrderer();
    const guide = await aStyleGuide('subtitles', { organization_default: true });
    await form(file);
    const field = option === '' ? {} : { 'style-guide-subtitles': option === 'GUIDE' ? guide : option };

    await submit({ kind: 'subtitles', 'style-guide-transcription': 'none', ...field });

    const [order] = await allOrders();
    expect(order.style_guide_id).toBe(used === 'GUIDE' ? guide : used);
  });

  it('422: shows that a style guide is gone, and keeps what was chosen', async () => {
    const { form, submit, file, aStyleGuide } = await anOrderer();
    const other = await aStyleGuide('transcription');
    await aStyleGuide('subtitles');
    await form(file);

    const { status, text } = await submit({ kind: 'subtitles', 'style-guide-subtitles': other });

    expect(status).toBe(422);
    expect(text).toContain('The style guide must be a style guide of the workspace for subtitles.');
    expect(text).toContain('value="subtitles" checked');
  });

  it('422: shows why the language is refused, and keeps what was chosen', async () => {
    const { form, submit, file, browser, path } = await anOrderer();
    await form(file);

    const { status, text } = await submit({ language: 'nonsense!', kind: 'subtitles' });

    expect(status).toBe(422);
    expect(text).toContain('The language must be');
    expect(text).toMatch(/<input id="language"[^>]* value="nonsense!"[^>]* aria-invalid="true" autofocus>/);
    expect(text).not.toContain('role="alert"');
    expect(text).toContain('value="subtitles" checked');
    expect((await browser.get(path('orders'))).text).toContain('No orders yet.');
  });
});
