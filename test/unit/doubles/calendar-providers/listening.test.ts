import { DAY_MS, later } from '#shared/foundation/core/time';
import { type RunningProviders, startTestProviders } from '#test/doubles/calendar-providers/start-test-providers';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aClock, MONDAY } from './a-clock.ts';

let running: RunningProviders;
afterEach(() => running.close());

const posted = (address: string, body: unknown) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const asAForm = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('the providers of a local stack', () => {
  it('say that they are none of the real ones, on every page for people', async () => {
    running = await startTestProviders({ clock: aClock() });
    const client = running.google.clients[0]?.clientId ?? '';
    const asked = new URLSearchParams({
      client_id: client,
      redirect_uri: 'http://127.0.0.1/back',
      response_type: 'code',
      scope: 'openid',
    });
    const pages = [
      `${running.google.origin}/`,
      `${running.google.origin}/o/oauth2/v2/auth?${asked}`,
      `${running.microsoft.origin}/`,
      `${running.microsoft.origin}/common/oauth2/v2.0/authorize?${asked}`,
    ];
    for (const page of pages) expect(await (await fetch(page)).text()).toContain('TEST PROVIDER');
  });

  it('have a calendar that a person changes on a page', async () => {
    running = await startTestProviders({ clock: aClock() });
    const { google } = running;
    const ada = google.account('ada@gmail.example');
    const added = await asAForm(`${google.origin}/_test/accounts/${ada.email}/calendar`, {
      do: 'add',
      title: 'Typed',
      starts_at: '2026-11-03T09:30',
      rule: 'FREQ=WEEKLY',
    });
    expect(added.status).toBe(303);
    expect(await (await fetch(new URL(added.headers.get('location') ?? '', google.origin))).text()).toContain('Typed');
    const titles = () =>
      ada.calendar
        .occurrences({ from: MONDAY, to: later(MONDAY, 20 * DAY_MS) })
        .filter(({ title }) => title === 'Typed');
    expect(titles()).toHaveLength(3);
    const [first] = titles();
    await asAForm(`${google.origin}/_test/accounts/${ada.email}/calendar`, {
      do: 'remove',
      id: first?.eventId ?? '',
      original_starts_at: new Date(first?.originalStartsAt ?? 0).toISOString(),
    });
    expect(titles()).toHaveLength(2);
  });

  it('do for a script what it says, and answer what they cannot do in a sentence', async () => {
    running = await startTestProviders({ clock: aClock() });
    const { origin, faults, watchesOf } = running.microsoft;
    expect((await posted(`${origin}/_test/accounts`, { email: 'new@outlook.example', kind: 'disabled' })).status).toBe(
      200,
    );
    expect(await (await fetch(`${origin}/_test/accounts`)).json()).toContainEqual({
      email: 'new@outlook.example',
      name: 'New',
      kind: 'disabled',
      watches: watchesOf('new@outlook.example'),
    });
    await posted(`${origin}/_test/faults`, { fault: { type: 'throttled', retryAfterSeconds: 3 }, kind: 'events' });
    expect(faults.take('events')).toEqual({ type: 'throttled', retryAfterSeconds: 3 });
    const refused = await posted(`${origin}/_test/accounts/ada@outlook.example/calendar`, { do: 'add' });
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining('starts_at') }]);
    expect((await posted(`${origin}/_test/accounts/who@outlook.example/revoke`, {})).status).toBe(400);
  });

  it('break the connection where they give no answer', async () => {
    running = await startTestProviders({ clock: aClock() });
    running.microsoft.faults.next({ type: 'no answer' });
    await expect(fetch(`${running.microsoft.origin}/v1.0/me`)).rejects.toThrow('fetch failed');
  });
});
