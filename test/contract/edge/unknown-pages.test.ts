import { appPages } from '#functions/pages/app/index';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, aPageWorld } from '#test/support/pages';
import { aConnectingPartner } from '../connect-pages/a-consent.ts';

const PAGE = { status: 404, heading: 'Page not found', text: expect.stringMatching(/^<!doctype html>.*<main/is) };

describe('a path without a page', () => {
  it.each(['/app/nonsense', '/app/workspaces', '/app/meetings', '/settings/nonsense', '/app/nonsense/deeper'])(
    'GET %s: shows the page of an unknown address',
    async (path) => {
      const world = aPageWorld();
      const browser = aBrowser(appPages({ ...world.pages, files: world.files }));

      const { headers, ...seen } = await browser.get(path);

      expect(seen).toMatchObject(PAGE);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
    },
  );

  it.each(['/connect', '/connect/nonsense', '/connect/ccl_nonsense/google/deeper'])(
    'GET %s: shows the page of an unknown address',
    async (path) => {
      const partner = await aConnectingPartner();

      const { headers, ...seen } = await partner.aBrowser().get(path);

      expect(seen).toMatchObject(PAGE);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
    },
  );
});
