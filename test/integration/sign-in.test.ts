import { LOCAL_PASSWORD } from '#bin/stack/seed-cognito-user';
import { expect, it } from '#test/support/jest';
import { aScriptlessBrowser, type ScriptlessBrowser, type VisitedPage } from './scriptless-browser.ts';
import { stackClient } from './stack-client.ts';

const { base_url, user_email } = stackClient();
const app = base_url.replace('/api/v1', '');

/** On the emulator's page of Cognito. */
const signInWithCognito = (visitor: ScriptlessBrowser, username: string, password: string): Promise<VisitedPage> =>
  visitor.submit('/login', { username, password });

it('the seeded user signs in with the password of stack.json and signs out of every session', async () => {
  const visitor = aScriptlessBrowser();
  expect((await visitor.go(`${app}/sign-in?next=/sign-up`)).heading).toBe('Sign in');
  const wrong = await signInWithCognito(visitor, user_email, 'not-the-password');
  expect(wrong.text).toContain('Incorrect username or password');
  const inside = await signInWithCognito(visitor, user_email, LOCAL_PASSWORD);
  expect(inside).toMatchObject({ status: 200, url: `${app}/sign-up` });
  expect([...visitor.cookiesFor(app).keys()]).toContain('__Host-session');

  // Every form has the same CSRF token.
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

it('a new user signs up, confirms the code and signs in', async () => {
  const visitor = aScriptlessBrowser();
  const email = `new-${Date.now()}@lovelace.test`;
  const password = 'Correct-horse-1';
  await visitor.go(`${app}/sign-up`);
  expect((await visitor.submit('/sign-up', { email, password })).heading).toBe('Enter your code');
  expect((await visitor.submit('/sign-up/confirm', { email, code: '123456' })).heading).toBe('Sign in');
  expect(await signInWithCognito(visitor, email, password)).toMatchObject({ url: `${app}/app` });
  expect([...visitor.cookiesFor(app).keys()]).toContain('__Host-session');
});

it('stylesheet and script are served with a long cache lifetime', async () => {
  const { text } = await aScriptlessBrowser().go(`${app}/sign-up`);
  for (const [, path] of text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)) {
    const answer = await fetch(`${app}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  }
});
