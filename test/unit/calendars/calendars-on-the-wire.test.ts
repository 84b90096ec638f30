import { googleCalendar } from '#shared/calendars/google/google-calendar';
import { microsoftCalendar } from '#shared/calendars/microsoft/microsoft-calendar';
import { googleUrls, microsoftUrls } from '#shared/calendars/requests/provider-urls';
import type { CalendarProvider } from '#shared/calendars/sync/ports';
import type { ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { CalendarOccurrence } from '#test/doubles/calendar-providers/calendar/events';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { aGoogle } from '#test/doubles/calendar-providers/google/a-google';
import { aMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { TestProvider } from '#test/doubles/calendar-providers/test-provider';
import { describe, expect, it } from '#test/support/jest';
import { calendarMirror } from '#test/unit/calendars/calendar-mirror';
import { atNoon, noon, thrownBy } from '#test/unit/calendars/requests/an-api';

const ADA = 'ada@example.com';
const window: SyncWindow = { from: later(noon, -DAY_MS), to: later(noon, 28 * DAY_MS) };
const tomorrow = later(noon, DAY_MS);
const DAILY = { title: 'Stand-up', startsAt: tomorrow, endsAt: later(tomorrow, 15 * MINUTE_MS), rule: 'FREQ=DAILY' };

/** The receiver of notifications: Microsoft first validates it by a token that it has to return. */
const heardBy = async (request: Request): Promise<Response> =>
  new Response(new URL(request.url).searchParams.get('validationToken') ?? '', {
    headers: { 'content-type': 'text/plain' },
  });

interface Reading {
  readonly provider: TestProvider;
  readonly client: CalendarProvider;
}

const google = (): Reading => {
  const provider = aGoogle({ clock: atNoon, send: heardBy });
  const urls = googleUrls(provider.origin);
  return { provider, client: googleCalendar({ urls, clock: atNoon, fetch: provider.fetch }) };
};
const microsoftThat = (alwaysWithMaster: boolean) => (): Reading => {
  const provider = aMicrosoft({ clock: atNoon, send: heardBy, alwaysWithMaster });
  const urls = microsoftUrls(provider.origin);
  return { provider, client: microsoftCalendar({ urls, clock: atNoon, fetch: provider.fetch }) };
};

function aConnected(made: () => Reading) {
  const { provider, client } = made();
  const { calendar } = provider.addAccount({ email: ADA });
  const { accessToken } = provider.grant(ADA);
  return { provider, client, calendar, accessToken, mirror: calendarMirror(client, accessToken) };
}

const places = (occurrences: readonly (ProviderOccurrence | CalendarOccurrence)[]) =>
  occurrences
    .map(({ icalUid, recurring, originalStartsAt, startsAt, endsAt, title, isAllDay, isPrivate }) => ({
      ...{ icalUid, recurring, originalStartsAt, startsAt, endsAt, title, isAllDay, isPrivate },
    }))
    .sort((one, other) => one.originalStartsAt - other.originalStartsAt || one.icalUid.localeCompare(other.icalUid));

/** What may happen in a calendar that has a meeting and a daily series. */
const CHANGES: readonly (readonly [string, (calendar: ProviderCalendar, ids: Ids) => void])[] = [
  ['another meeting', (calendar) => void calendar.addEvent({ title: 'Lunch', startsAt: tomorrow })],
  ['another series', (calendar) => void calendar.addSeries({ ...DAILY, title: 'Walk', rule: 'FREQ=WEEKLY' })],
  ['another title', (calendar, { meeting }) => calendar.edit({ id: meeting }, { title: 'Plan' })],
  ['another time', (calendar, { meeting }) => calendar.move({ id: meeting }, later(tomorrow, HOUR_MS))],
  ['no meeting', (calendar, { meeting }) => calendar.remove({ id: meeting })],
  ['a meeting called off', (calendar, { meeting }) => calendar.cancelByOrganizer({ id: meeting })],
  [
    'a meeting that is back',
    (calendar, { meeting }) => {
      calendar.remove({ id: meeting });
      calendar.restore(meeting);
    },
  ],
  ['a meeting that lasts the day', (calendar, { meeting }) => calendar.setAllDay(meeting, true)],
  ['a private meeting', (calendar, { meeting }) => calendar.setPrivate({ id: meeting }, true)],
  ['an answer', (calendar, { meeting }) => calendar.respond({ id: meeting }, 'declined')],
  ['another title of one occurrence', (calendar, { third }) => calendar.edit(third, { title: 'Demo' })],
  [
    'another time of one occurrence',
    (calendar, { third }) => calendar.move(third, later(third.originalStartsAt, HOUR_MS)),
  ],
  ['no such occurrence', (calendar, { third }) => calendar.remove(third)],
  ['an occurrence called off', (calendar, { third }) => calendar.cancelByOrganizer(third)],
  ['another title of the series', (calendar, { series }) => calendar.edit({ id: series }, { title: 'Sync' })],
  ['another rule', (calendar, { series }) => calendar.changeRule(series, 'FREQ=WEEKLY')],
  ['another time of the series', (calendar, { series }) => calendar.move({ id: series }, later(tomorrow, 2 * HOUR_MS))],
  [
    'a series cut in two',
    (calendar, { series, third }) => void calendar.splitSeries(series, third.originalStartsAt, { title: 'New' }),
  ],
  ['no series', (calendar, { series }) => calendar.remove({ id: series })],
  ['a series called off', (calendar, { series }) => calendar.cancelByOrganizer({ id: series })],
];

/** After these there is nothing left to change. */
const ENDS = /^no |called off|cut in two|another rule|another time of the series/;

interface Ids {
  readonly meeting: string;
  readonly series: string;
  readonly third: { readonly id: string; readonly originalStartsAt: Instant };
}

function aBusyCalendar(calendar: ProviderCalendar): Ids {
  const meeting = calendar.addEvent({ title: 'Roadmap', startsAt: later(noon, 2 * DAY_MS) });
  const series = calendar.addSeries(DAILY);
  return { meeting, series, third: { id: series, originalStartsAt: later(tomorrow, 2 * DAY_MS) } };
}

const PROVIDERS: readonly (readonly [string, () => Reading])[] = [
  ['Google', google],
  ['Microsoft', microsoftThat(true)],
  ['Microsoft, which keeps the master to itself', microsoftThat(false)],
];

describe.each(PROVIDERS)('the calendar of %s', (_name, made) => {
  it('is imported completely over any number of pages', async () => {
    const { calendar, mirror } = aConnected(made);
    aBusyCalendar(calendar);
    for (let at = 0; at < 600; at += 1)
      calendar.addEvent({ title: `Meeting ${at}`, startsAt: later(tomorrow, at * MINUTE_MS) });

    expect(await mirror.readAll(window)).toBeGreaterThan(1);

    expect(places(mirror.all())).toEqual(places(calendar.occurrences(window)));
    expect(mirror.all().length).toBeGreaterThan(600);
  });

  it.each(CHANGES)('reports a change: %s', async (_change, change) => {
    const { calendar, mirror } = aConnected(made);
    const ids = aBusyCalendar(calendar);
    await mirror.readAll(window);

    change(calendar, ids);
    await mirror.readOn();

    expect(places(mirror.all())).toEqual(places(calendar.occurrences(window)));
  });

  it('reports all of these changes at once', async () => {
    const { calendar, mirror } = aConnected(made);
    const ids = aBusyCalendar(calendar);
    await mirror.readAll(window);

    for (const [name, change] of CHANGES) if (!ENDS.test(name)) change(calendar, ids);
    await mirror.readOn();
    await mirror.readOn();

    expect(places(mirror.all())).toEqual(places(calendar.occurrences(window)));
  });

  it('reports the response of its owner', async () => {
    const { calendar, mirror } = aConnected(made);
    const { meeting } = aBusyCalendar(calendar);
    calendar.edit({ id: meeting }, { organizer: { name: 'Bo', email: 'bo@example.com' } });
    calendar.respond({ id: meeting }, 'declined');

    await mirror.readAll(window);

    expect(mirror.all().find(({ title }) => title === 'Roadmap')?.ownResponse).toBe('declined');
  });

  it('is imported again after its cursor has expired', async () => {
    const { calendar, mirror } = aConnected(made);
    aBusyCalendar(calendar);
    await mirror.readAll(window);
    calendar.expireCursors();

    expect(await thrownBy(mirror.readOn())).toMatchObject({ name: 'CursorExpired' });
    await mirror.readAll(window);
    expect(places(mirror.all())).toEqual(places(calendar.occurrences(window)));
  });

  it('reports throttling with the time to wait', async () => {
    const { provider, mirror } = aConnected(made);
    provider.faults.next({ type: 'throttled', retryAfterSeconds: 7 }, { kind: 'events' });

    expect(await thrownBy(mirror.readAll(window))).toMatchObject({ name: 'ProviderThrottled', retryAfterMs: 7_000 });
  });

  it.each([
    { type: 'down', status: 500 },
    { type: 'down', status: 503 },
    { type: 'no answer' },
    { type: 'gibberish' },
  ] as const)('is read later where the provider fails: %j', async (fault) => {
    const { provider, mirror } = aConnected(made);
    provider.faults.next(fault, { kind: 'events' });

    expect(await thrownBy(mirror.readAll(window))).toMatchObject({ name: 'ProviderDown' });
    expect(await mirror.readAll(window)).toBeGreaterThan(0);
  });

  it('reports a revoked grant', async () => {
    const { provider, mirror } = aConnected(made);
    provider.revokeGrants(ADA);

    expect(await thrownBy(mirror.readAll(window))).toMatchObject({ name: 'GrantLost', code: 'access_revoked' });
  });

  it('reports an account without a calendar', async () => {
    const { provider, mirror } = aConnected(made);
    provider.setKind(ADA, 'no_calendar');

    expect(await thrownBy(mirror.readAll(window))).toMatchObject({ name: 'GrantLost', code: 'account_unavailable' });
  });

  it('reports a missing scope', async () => {
    const { provider, client } = aConnected(made);
    const { accessToken } = provider.grant(ADA, ['openid', 'email']);

    expect(await thrownBy(client.readWindow(accessToken, window))).toMatchObject({ code: 'insufficient_scope' });
  });
});

const heard = async (provider: TestProvider): Promise<string> => {
  const texts = await Promise.all(
    provider.notifications.take().map(async ({ request }) => {
      const asked = request();
      return `${asked.url} ${JSON.stringify([...asked.headers])} ${await asked.text()}`;
    }),
  );
  return texts.join('\n');
};

describe.each(PROVIDERS)('watching the calendar of %s', (_name, made) => {
  const wanted = (id: string) => ({
    ...{ id, address: 'https://app.test/hooks/here', secret: `secret-of-${id}`, until: later(noon, 3 * DAY_MS) },
  });

  it('notifies of a change, with the secret, until it is stopped', async () => {
    const { provider, client, calendar, accessToken } = aConnected(made);
    const watch = await client.watch(accessToken, wanted('w1'));
    provider.notifications.take();

    aBusyCalendar(calendar);
    expect(await heard(provider)).toContain('secret-of-w1');
    expect(watch.endsAt).toBeGreaterThan(noon);

    await client.stopWatch(accessToken, watch);
    await client.stopWatch(accessToken, watch);
    expect(provider.watchesOf(ADA)).toBe(0);
  });

  it('continues when it is renewed, and notifies once', async () => {
    const { provider, client, accessToken } = aConnected(made);
    const watch = await client.watch(accessToken, wanted('w1'));

    const renewed = await client.renewWatch(accessToken, watch, { ...wanted('w2'), until: later(noon, 4 * DAY_MS) });

    expect(renewed.endsAt).toBeGreaterThan(watch.endsAt);
    expect(provider.watchesOf(ADA)).toBe(1);
  });

  it('is replaced when it is renewed after it has expired', async () => {
    const { provider, client, accessToken } = aConnected(made);
    const watch = await client.watch(accessToken, wanted('w1'));
    await client.stopWatch(accessToken, watch);

    await client.renewWatch(accessToken, watch, wanted('w2'));

    expect(provider.watchesOf(ADA)).toBe(1);
  });
});
