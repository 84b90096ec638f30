import { SCRIPT, STYLE, serveAsset } from '#shared/api/page-kit/assets';
import { SCRIPT_TEXT } from '#shared/api/page-kit/assets/script';
import { pageApp } from '#shared/api/page-kit/page-app';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, aPageWorld } from '#test/support/pages';

function someAssets() {
  const app = pageApp(aPageWorld().pages.kit);
  app.get('/assets/:name', serveAsset);
  return aBrowser(app);
}

describe('assets', () => {
  it.each([
    [STYLE, 'text/css; charset=utf-8'],
    [SCRIPT, 'text/javascript; charset=utf-8'],
  ])('%s is cached forever, since its path changes with its content', async (path, type) => {
    const { status, headers } = await someAssets().get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('with another digest do not exist', async () => {
    expect(await someAssets().get('/assets/style-000000000000.css')).toMatchObject({ status: 404 });
  });

  it.each([STYLE, SCRIPT, '/assets/style-000000000000.css'])(
    '%s sets no cookie, since the cache of the edge gives everyone the same response',
    async (path) => {
      const { headers } = await someAssets().get(path);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  it('include a script without syntax errors', () => {
    expect(() => new Function(SCRIPT_TEXT)).not.toThrow();
  });
});
