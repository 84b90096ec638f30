import { OWN_KEYS } from '#lib/table-access';
import { expect, it } from '#test/support/jest';
import { ada, anAccountWorld, signInAs } from './account-world.ts';

it('the account pages read and write the partitions that their role allows, and no others', async () => {
  const world = anAccountWorld();
  const { browser, keys } = world;
  const account = { email: ada.email, password: 'correct horse battery staple 1A!' };

  await browser.get('/sign-up');
  await browser.submit('/sign-up', account);
  await browser.submit('/sign-up/confirm', { email: ada.email, code: '123456' });
  expect((await signInAs(world, ada)).status).toBe(303);
  // Signed in already: the session is read.
  expect((await browser.get('/sign-in')).location).toBe('/app');
  const { text } = await browser.get('/sign-up');
  const _token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  expect((await browser.post('/sign-out', { _token })).status).toBe(303);

  const { reads, writes } = OWN_KEYS['pages/account'] ?? {};
  expect([...keys.reads].sort()).toEqual([...(reads ?? [])].sort());
  expect([...keys.writes].sort()).toEqual([...(writes ?? [])].sort());
});
