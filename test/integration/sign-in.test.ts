import { expect, it } from '@jest/globals';
import { LOCAL_PASSWORD } from '#bin/seed-person';
import { aStack } from './a-stack.ts';
import { aVisitor, type Visited, type Visitor } from './a-visitor.ts';

const { base_url, user_email } = aStack();
const app = base_url.replace('/api/v1', '');

/** On Cognito's own page, as the emulator has it. */
const signInThere = (visitor: Visitor, username: string, password: string): Promise<Visited> =>
  visitor.submit('/login', { username, password });

it('the seeded person signs in with the password of the banner, and signs out everywhere', async () => {
  const visitor = aVisitor();
  expect((await visitor.go(`${app}/sign-in?next=/sign-up`)).heading).toBe('Sign in');
  const wrong = await signInThere(visitor, user_email, 'not-the-password');
  expect(wrong.text).toContain('Incorrect username or password');
  const inside = await signInThere(visitor, user_email, LOCAL_PASSWORD);
  expect(inside).toMatchObject({ status: 200, url: `${app}/sign-up` });
  expect([...visitor.cookiesFor(app).keys()]).toContain('__Host-session');

  // Any form of ours carries the token that the one for signing out has.
  const copy = new Map(visitor.cookiesFor(app));
  const token = /name="_token" value="([^"]*)"/.exec(inside.text)?.[1] ?? '';
  const out = await visitor.go(`${app}/sign-out`, {
    method: 'POST',
    body: new URLSearchParams({ _token: token }),
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(out).toMatchObject({ url: `${app}/sign-in/ended`, heading: 'You are signed out' });
  const cookie = [...copy].map((pair) => pair.join('=')).join('; ');
  const again = await fetch(`${app}/sign-in?next=/sign-up`, { redirect: 'manual', headers: { cookie } });
  expect(again.headers.get('location')).toContain('/oauth2/authorize');
});

it('somebody new signs up, types in the code, signs in, and is somebody', async () => {
  const visitor = aVisitor();
  const email = `new-${Date.now()}@lovelace.test`;
  const password = 'Correct-horse-1';
  await visitor.go(`${app}/sign-up`);
  expect((await visitor.submit('/sign-up', { email, password })).heading).toBe('Enter your code');
  expect((await visitor.submit('/sign-up/confirm', { email, code: '123456' })).heading).toBe('Sign in');
  expect(await signInThere(visitor, email, password)).toMatchObject({ url: `${app}/app` });
  expect([...visitor.cookiesFor(app).keys()]).toContain('__Host-session');
});

it('the stylesheet and the script come as what they are', async () => {
  const { text } = await aVisitor().go(`${app}/sign-up`);
  for (const [, path] of text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)) {
    const answer = await fetch(`${app}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  }
});
