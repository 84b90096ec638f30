import { runInNewContext } from 'node:vm';
import { CANONICAL_IMAGE_LINKS } from '#lib/constructs/canonical-image-links';
import { aFileWorld } from '#test/contract/files/file-world';
import { describe, expect, it } from '#test/support/jest';

interface Value {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}

/** Runs the code as CloudFront does, on a request that it has split at `?`, `&` and `=` without decoding it. */
function atTheEdge(link: string) {
  const [uri = '', text = ''] = link.split('?');
  const querystring: Record<string, Value> = {};
  for (const pair of text.split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    const before = querystring[name];
    querystring[name] = before ? { value, multiValue: [before, { value }] } : { value };
  }
  const request = { method: 'GET', uri, querystring, headers: {} };
  return runInNewContext(`${CANONICAL_IMAGE_LINKS}; JSON.stringify(handler({ request: ${JSON.stringify(request)} }))`);
}

const answerTo = (link: string) => JSON.parse(atTheEdge(link));

const LINK = `/api/v1/files/file_${'0'.repeat(26)}/content?expires=1793620800&signature=k1.${'n'.repeat(12)}.${'m'.repeat(43)}`;

describe('a link to an image at the edge', () => {
  it('passes as the API makes it', async () => {
    const { upload } = await aFileWorld();
    const link = String((await upload()).body.url).replace('https://api.example.test', '');
    const [path = '', query = ''] = link.split('?');
    const { expires, signature } = Object.fromEntries(new URLSearchParams(query));

    expect(answerTo(link)).toMatchObject({
      uri: path,
      querystring: { expires: { value: expires }, signature: { value: signature } },
    });
  });

  it.each([
    ['an encoded letter of the path', LINK.replace('/file_', '/%66ile_')],
    ['an encoded folder', LINK.replace('/files/', '/%66iles/')],
    ['an encoded slash', LINK.replace('/content', '%2Fcontent')],
    ['a doubled slash', LINK.replace('/content', '//content')],
    ['a dot segment', LINK.replace('/content', '/./content')],
    ['another case', LINK.replace('/file_', '/FILE_')],
    ['a slash at the end', LINK.replace('?', '/?')],
    ['an ending', LINK.replace('?', '.json?')],
    ['an encoded name of a parameter', LINK.replace('expires=', '%65xpires=')],
    ['an encoded value', LINK.replace('expires=1', 'expires=%31')],
    ['a further parameter', `${LINK}&x=1`],
    ['a repeated parameter', `${LINK}&expires=1`],
    ['no signature', LINK.replace(/&signature.*/, '')],
    ['a longer signature', `${LINK}m`],
  ])('404: with %s reaches neither the cache nor the API', (_what, link) => {
    expect(answerTo(link)).toMatchObject({
      statusCode: 404,
      headers: { 'cache-control': { value: 'no-store' } },
      body: '{"errors":[{"code":"not_found","message":"There is no such file."}]}',
    });
  });

  it('is forwarded in one order of its parameters', () => {
    const reversed = LINK.replace(/(expires=\d+)&(signature=.*)/, '$2&$1');
    expect(atTheEdge(reversed)).toBe(atTheEdge(LINK));
  });
});
