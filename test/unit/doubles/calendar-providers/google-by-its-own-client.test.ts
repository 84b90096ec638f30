import { createHash } from 'node:crypto';
import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { DAY_MS, HOUR_MS, type Instant, isoOf, later } from '#shared/foundation/core/time';
import { aGoogle, type GoogleOptions } from '#test/doubles/calendar-providers/google/a-google';
import { describe, expect, it } from '#test/support/jest';
import { aClock, MONDAY } from './a-clock.ts';

const ADA = 'ada@example.com';
const RANGE = {
  timeMin: isoOf(MONDAY),
  timeMax: isoOf(later(MONDAY, 7 * DAY_MS)),
  singleEvents: true,
  calendarId: 'primary',
};

/** Google's own client, which knows the shapes; requests go to the test provider in this process. */
function ada({ clock = aClock(), ...options }: Partial<GoogleOptions> & { clock?: ReturnType<typeof aClock> } = {}) {
  const google = aGoogle({ clock, ...options });
  const account = google.addAccount({ email: ADA });
  const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = google.clients;
  const client = new auth.OAuth2({
    clientId,
    clientSecret,
    redirectUri: 'https://app.test/back',
    issuers: [google.origin],
    endpoints: {
      oauth2AuthBaseUrl: `${google.origin}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${google.origin}/token`,
      oauth2RevokeUrl: `${google.origin}/revoke`,
      oauth2FederatedSignonPemCertsUrl: `${google.origin}/oauth2/v1/certs`,
    },
    transporterOptions: { fetchImplementation: (input, init) => google.fetch(new Request(input, init)) },
  });
  const api = calendar({ version: 'v3', auth: client, rootUrl: `${google.origin}/`, retry: false });
  const granted = () => client.setCredentials({ access_token: google.grant(ADA).accessToken });
  return { google, calendar: account.calendar, client, api, clock, granted };
}

type Params = calendar_v3.Params$Resource$Events$List;

async function everything({ api }: Pick<ReturnType<typeof ada>, 'api'>, params: Params) {
  const items: calendar_v3.Schema$Event[] = [];
  let pages = 0;
  for (let pageToken: string | undefined; ; ) {
    const { data } = await api.events.list({ ...params, ...(pageToken && { pageToken }) });
    items.push(...(data.items ?? []));
    pages += 1;
    if (!data.nextPageToken) return { items, pages, syncToken: data.nextSyncToken ?? '' };
    expect(data.nextSyncToken).toBeUndefined();
    pageToken = data.nextPageToken;
  }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { status?: number; response?: { data: { error: { errors: { reason: string }[] } } } }) => ({
      status: error.status,
      reason: error.response?.data.error.errors?.[0]?.reason,
    }),
  );

describe('Google’s own client', () => {
  it('lists, turns pages, and takes a sync token from the last', async () => {
    const there = ada();
    there.granted();
    there.calendar.addSeries({ title: 'Stand-up', rule: 'FREQ=DAILY', startsAt: MONDAY });
    there.calendar.addEvent({ title: 'Talk', startsAt: later(MONDAY, HOUR_MS) });
    const { items, pages, syncToken } = await everything(there, { ...RANGE, maxResults: 3 });
    expect(pages).toBe(3);
    expect(items).toHaveLength(8);
    expect(items[0]).toMatchObject({
      summary: 'Stand-up',
      recurringEventId: expect.any(String),
      originalStartTime: { dateTime: '2026-11-02T10:00:00Z', timeZone: 'UTC' },
    });
    expect(await everything(there, { calendarId: 'primary', singleEvents: true, syncToken })).toMatchObject({
      items: [],
    });
  });

  it('hears of each change alone, and of what is gone little but its id', async () => {
    const there = ada();
    there.granted();
    const series = there.calendar.addSeries({ title: 'Stand-up', rule: 'FREQ=DAILY', startsAt: MONDAY });
    const talk = there.calendar.addEvent({ title: 'Talk', startsAt: later(MONDAY, HOUR_MS) });
    const { syncToken } = await everything(there, RANGE);
    there.calendar.remove({ id: series, originalStartsAt: later(MONDAY, DAY_MS) });
    there.calendar.move({ id: series, originalStartsAt: MONDAY }, later(MONDAY, 2 * HOUR_MS));
    there.calendar.remove({ id: talk });
    const { items } = await everything(there, { calendarId: 'primary', singleEvents: true, syncToken });
    const gone = { kind: 'calendar#event', etag: expect.any(String), status: 'cancelled' };
    expect(items).toEqual([
      expect.objectContaining({
        id: `${series}_20261102T100000Z`,
        start: { dateTime: '2026-11-02T12:00:00Z', timeZone: 'UTC' },
      }),
      {
        ...gone,
        id: `${series}_20261103T100000Z`,
        recurringEventId: series,
        originalStartTime: { dateTime: '2026-11-03T10:00:00Z', timeZone: 'UTC' },
      },
      { ...gone, id: talk },
    ]);
  });

  it('lists an event that left the time range as confirmed, as cancelled or not at all', async () => {
    const said = async (movedOut: 'shown' | 'cancelled' | 'silent') => {
      const there = ada({ movedOut });
      there.granted();
      const id = there.calendar.addEvent({ startsAt: later(MONDAY, HOUR_MS) });
      const { syncToken } = await everything(there, RANGE);
      there.calendar.move({ id }, later(MONDAY, 30 * DAY_MS));
      const { items } = await everything(there, { calendarId: 'primary', singleEvents: true, syncToken });
      return items.map(({ status }) => status);
    };
    expect([await said('shown'), await said('cancelled'), await said('silent')]).toEqual([
      ['confirmed'],
      ['cancelled'],
      [],
    ]);
  });

  it('has to begin anew when its token has expired', async () => {
    const there = ada();
    there.granted();
    const { syncToken } = await everything(there, RANGE);
    there.calendar.expireCursors();
    const list = (params: Params) =>
      refusal(there.api.events.list({ calendarId: 'primary', singleEvents: true, ...params }));
    expect(await list({ syncToken })).toEqual({ status: 410, reason: 'fullSyncRequired' });
    expect(await list({ syncToken: 'whatever' })).toEqual({ status: 410, reason: 'fullSyncRequired' });
    expect(await list({ syncToken, timeMin: RANGE.timeMin })).toEqual({ status: 400, reason: 'badRequest' });
  });

  it('sees no more of an event than it asked for', async () => {
    const there = ada();
    there.granted();
    there.calendar.addEvent({ title: 'Talk', startsAt: MONDAY, conferenceUrl: 'https://meet.google.com/abc-defg-hij' });
    const { data } = await there.api.events.list({
      ...RANGE,
      fields: 'items(id,conferenceData/entryPoints(uri)),nextSyncToken',
    });
    expect(data).toEqual({
      nextSyncToken: expect.any(String),
      items: [
        {
          id: expect.any(String),
          conferenceData: {
            entryPoints: [{ uri: 'https://meet.google.com/abc-defg-hij' }, { uri: expect.any(String) }],
          },
        },
      ],
    });
  });

  it('opens a watch channel, receives notifications, and stops it', async () => {
    const there = ada();
    there.granted();
    const requestBody = {
      id: 'channel-1',
      type: 'web_hook',
      address: 'https://app.test/hooks/google',
      token: 'secret',
    };
    const { data } = await there.api.events.watch({ calendarId: 'primary', requestBody });
    expect(data).toMatchObject({
      id: 'channel-1',
      resourceId: expect.any(String),
      expiration: String(later(MONDAY, 7 * DAY_MS)),
    });
    expect(await refusal(there.api.events.watch({ calendarId: 'primary', requestBody }))).toEqual({
      status: 400,
      reason: 'channelIdNotUnique',
    });
    there.calendar.addEvent({ startsAt: MONDAY });
    const headers = there.google.notifications.take().map(({ request }) => Object.fromEntries(request().headers));
    expect(headers).toMatchObject([
      { 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1', 'x-goog-channel-token': 'secret' },
      { 'x-goog-resource-state': 'exists', 'x-goog-channel-id': 'channel-1', 'x-goog-resource-id': data.resourceId },
    ]);
    const stop = () => there.api.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } });
    expect((await stop()).status).toBe(204);
    expect(await refusal(stop())).toEqual({ status: 404, reason: 'notFound' });
    there.calendar.addEvent({ startsAt: MONDAY });
    expect(there.google.notifications.take()).toEqual([]);
  });

  it('receives no notification once its channel has expired', async () => {
    const there = ada();
    there.granted();
    const requestBody = {
      id: 'channel-1',
      type: 'web_hook',
      address: 'https://app.test/hooks/google',
      expiration: String(later(MONDAY, HOUR_MS)),
    };
    await there.api.events.watch({ calendarId: 'primary', requestBody });
    there.google.notifications.take();
    there.clock.pass(HOUR_MS);
    there.calendar.addEvent({ startsAt: MONDAY });
    expect(there.google.notifications.take()).toEqual([]);
  });

  it('goes through consent, with PKCE, and gives the grant back', async () => {
    // The client checks the id token by a clock of its own.
    const there = ada({ clock: aClock(Date.now() as Instant) });
    const verifier = 'v'.repeat(43);
    const address = there.client.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events.readonly'],
      state: 'state-1',
      // The client's own enumeration is not exported.
      code_challenge_method: 'S256' as never,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    const back = new URL(await there.google.consent(address, { email: ADA })).searchParams;
    expect(back.get('state')).toBe('state-1');
    const exchange = () => there.client.getToken({ code: back.get('code') ?? '', codeVerifier: verifier });
    const { tokens } = await exchange();
    const audience = there.google.clients[0]?.clientId ?? '';
    const ticket = await there.client.verifyIdToken({ idToken: tokens.id_token ?? '', audience });
    expect(ticket.getPayload()).toMatchObject({ email: ADA, email_verified: true, sub: expect.any(String) });
    expect(tokens).toMatchObject({
      refresh_token: expect.any(String),
      scope: expect.stringContaining('calendar.events.readonly'),
    });
    await expect(exchange()).rejects.toThrow('invalid_grant');

    there.client.setCredentials(tokens);
    expect((await there.api.events.list(RANGE)).status).toBe(200);
    await there.client.revokeToken(tokens.refresh_token ?? '');
    expect((await refusal(there.api.events.list(RANGE)))?.status).not.toBe(200);
    there.client.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    await expect(there.client.getAccessToken()).rejects.toThrow('invalid_grant');
  });

  it('is sent back without a code, or with fewer scopes', async () => {
    const there = ada();
    const scope = ['openid', 'https://www.googleapis.com/auth/calendar.events.readonly'];
    const address = there.client.generateAuthUrl({ scope });
    const denied = await there.google.consent(address, { email: ADA, answer: 'deny' });
    expect(new URL(denied).searchParams.get('error')).toBe('access_denied');
    const back = new URL(await there.google.consent(address, { email: ADA, without: scope.slice(1) })).searchParams;
    expect(back.get('scope')).toBe('openid');
    const { tokens } = await there.client.getToken(back.get('code') ?? '');
    expect(tokens.refresh_token).toBeUndefined();
    there.client.setCredentials(tokens);
    expect(await refusal(there.api.events.list(RANGE))).toEqual({ status: 403, reason: 'insufficientPermissions' });
  });

  it('is throttled, and meets what is down', async () => {
    const there = ada();
    there.granted();
    there.google.faults.next({ type: 'throttled', retryAfterSeconds: 7 }, { kind: 'events' });
    there.google.faults.next({ type: 'down', status: 503 });
    expect(await refusal(there.api.events.list(RANGE))).toEqual({ status: 403, reason: 'rateLimitExceeded' });
    expect(await refusal(there.api.events.list(RANGE))).toEqual({ status: 503, reason: 'backendError' });
    expect((await there.api.events.list(RANGE)).status).toBe(200);
    expect(there.google.requests.count('events')).toBe(3);
  });
});
