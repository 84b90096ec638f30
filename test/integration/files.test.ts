import { expect, it } from '#test/support/jest';
import { anSvg, aPng } from '#test/unit/files/rules/images';
import { type Reply, stackClient } from './stack-client.ts';

const { base_url, api_key, workspace_id, call } = stackClient();

/** A PNG followed by every byte value repeatedly, which a conversion to text would corrupt. */
const everyByte = (size: number): Uint8Array =>
  Buffer.concat([aPng(), Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 256))]);

async function upload(bytes: Uint8Array, filename: string): Promise<Pick<Reply, 'status' | 'body'>> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), filename);
  form.append('purpose', 'brand_kit');
  form.append('workspace_id', workspace_id);
  const response = await fetch(`${base_url}/files`, {
    method: 'POST',
    headers: { authorization: api_key },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

async function follow(url: string) {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

it('an image is served unchanged by its file and by a brand kit with it, until each is deleted', async () => {
  const sent = everyByte(300_000);
  const { status, body: file } = await upload(sent, 'naïve logo.txt');
  expect([status, file.content_type, file.size, file.filename]).toEqual([
    201,
    'image/png',
    sent.length,
    'naïve logo.png',
  ]);

  const kit = (
    await call('POST', '/brand_kits', { workspace_id, bot: { tile: { type: 'logo', logo: { file: file.id } } } })
  ).body;
  const [own, copy] = [await follow(file.url), await follow(kit.bot.tile.logo.file.url)];

  for (const got of [own, copy]) {
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(got.bytes.equals(sent)).toBe(true);
  }
  expect((await call('DELETE', `/files/${file.id}`)).status).toBe(200);
  expect([(await follow(file.url)).status, (await follow(kit.bot.tile.logo.file.url)).status]).toEqual([404, 200]);
  expect((await call('DELETE', `/brand_kits/${kit.id}`)).status).toBe(200);
  expect((await follow(kit.bot.tile.logo.file.url)).status).toBe(404);
});

it('an SVG is served as a download', async () => {
  const { body: file } = await upload(anSvg(), 'logo.svg');
  const { headers, bytes } = await follow(file.url);

  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(bytes.equals(Buffer.from(anSvg()))).toBe(true);
});

it('a file of the maximum size is accepted, and one byte more is refused by the service', async () => {
  const largest = everyByte(4_194_304 - aPng().length);

  const taken = await upload(largest, 'logo.png');
  const refused = await upload(Buffer.concat([largest, Buffer.from([0])]), 'logo.png');

  expect([taken.status, (await follow(taken.body.url)).bytes.equals(Buffer.from(largest))]).toEqual([201, true]);
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'too_long']);
});
