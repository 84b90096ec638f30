import { describe, expect, it } from '#test/support/jest';
import { anOffice } from './an-office.ts';

const PART_BYTES = 8_388_608;

/** An office, and what the script of its upload page sends. */
async function anUploader() {
  const office = await anOffice();
  const browser = await office.ownersBrowser();
  const page = office.path('uploads');
  const { text, headers } = await browser.get(page);
  const send = async (rest: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await browser.post(`${page}${rest}`, { _token: tokenOn(text), ...fields });
    return { ...answer, json: answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined };
  };
  const begin = (size: number | string = PART_BYTES + 5, filename = 'call.mp4') =>
    send('', { filename, size: String(size) });
  return { ...office, page, text, headers, send, begin };
}

const tokenOn = (text: string): string => / data-token="([^"]*)"/.exec(text)?.[1] ?? '';

describe('GET /app/workspaces/{wks}/uploads', () => {
  it('may connect to itself and to the storage alone', async () => {
    const { headers } = await anUploader();

    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://files.example.test;");
  });

  it('says that a reload loses an unfinished upload, and what to do without JavaScript', async () => {
    const { text } = await anUploader();

    expect(text).toContain('closing or reloading it loses an unfinished upload');
    expect(text).toContain('Uploading from this page needs JavaScript.');
    for (const guide of ['uploads', 'files-to-text']) expect(text).toContain(`href="/api/v1/docs/${guide}"`);
  });
});

describe('POST /app/workspaces/{wks}/uploads', () => {
  it('201: answers a link for each part of 8 MB', async () => {
    const { begin } = await anUploader();

    const { status, json } = await begin();

    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^upl_/),
      parts: [1, 2].map((number) => ({ number, signed_url: expect.stringContaining(`part=${number}&`) })),
    });
  });

  it.each([
    ['0', 'call.mp4', 'size must be at least 1 byte.'],
    ['2147483649', 'call.mp4', 'size is more than 2 GB.'],
    ['many', 'call.mp4', 'size'],
    ['5', ' ', 'filename has no name in it.'],
  ])('422: for %s bytes of %j', async (size, filename, message) => {
    const { begin } = await anUploader();

    const { status, text } = await begin(size, filename);

    expect(status).toBe(422);
    expect(text).toContain(`<p class="lead">${message}`);
  });
});

describe('POST …/uploads/{upl}/links', () => {
  it('200: signs the links anew', async () => {
    const { begin, send, world } = await anUploader();
    const { id, parts } = (await begin()).json;
    world.clock.advance(1_000);

    const { status, json } = await send(`/${id}/links`);

    expect([status, json.parts.length]).toEqual([200, 2]);
    expect(json.parts).not.toEqual(parts);
  });

  it('404: for an unknown upload and one of another workspace', async () => {
    const { begin, send, world, browserOf } = await anUploader();
    const { id } = (await begin()).json;
    const other = await world.anOwner('Other');
    const stranger = await browserOf(other.userId);
    const page = `/app/workspaces/${other.workspaceId}/uploads`;
    const _token = tokenOn((await stranger.get(page)).text);

    expect((await send('/upl_00000000000000000000000000/links')).status).toBe(404);
    expect((await stranger.post(`${page}/${id}/links`, { _token })).status).toBe(404);
  });
});

describe('POST …/uploads/{upl}/complete', () => {
  it('200: makes the parts a file, once and again', async () => {
    const { anUpload, send } = await anUploader();
    const { id, etags } = await anUpload();

    const [first, second] = [await send(`/${id}/complete`, etags), await send(`/${id}/complete`, etags)];

    expect([first.status, first.json]).toEqual([200, { id }]);
    expect([second.status, second.json]).toEqual([200, { id }]);
  });

  it('422: where a part is missing, was not uploaded, or has no number', async () => {
    const { begin, send } = await anUploader();
    const { id } = (await begin()).json;

    for (const etags of [{ 'etag-1': '"a"' }, { 'etag-1': '"a"', 'etag-2': '"b"' }, { 'etag-x': '"a"' }])
      expect((await send(`/${id}/complete`, etags)).status).toBe(422);
  });
});
