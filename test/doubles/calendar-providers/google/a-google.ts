import { Hono } from 'hono';
import { compactText } from '#test/doubles/calendar-providers/calendar/zones';
import { json, noContent, page } from '#test/doubles/calendar-providers/server/answers';
import { bearerIn } from '#test/doubles/calendar-providers/server/authorization-request';
import { controls } from '#test/doubles/calendar-providers/server/controls';
import { goThroughConsent } from '#test/doubles/calendar-providers/server/go-through-consent';
import type { Grant } from '#test/doubles/calendar-providers/server/grant-book';
import { type Kinds, kindFrom } from '#test/doubles/calendar-providers/server/kind-from';
import { listen } from '#test/doubles/calendar-providers/server/listen';
import { providerParts } from '#test/doubles/calendar-providers/server/provider-parts';
import { keySet, pemSet } from '#test/doubles/calendar-providers/server/signing-key';
import { struck } from '#test/doubles/calendar-providers/server/struck';
import type {
  ListeningProvider,
  ProviderAccount,
  ProviderOptions,
  TestProvider,
} from '#test/doubles/calendar-providers/test-provider';
import type { MovedOut } from './google-changes.ts';
import { googleChannels } from './google-channels.ts';
import { googleWording, insufficientScope, invalidCredentials, notACalendarUser, notFound } from './google-errors.ts';
import { googleEvent, googleIdOf } from './google-event.ts';
import { CONSENT_FORM, googleOAuth } from './google-oauth.ts';
import { listEvents } from './list-events.ts';

export interface GoogleOptions extends ProviderOptions {
  /**
   * What an incremental list says of an occurrence that left the time range of its first list. Google documents
   * none of it: `shown` where it now stands (the default), `cancelled`, or not at all.
   */
  readonly movedOut?: MovedOut;
}

export const GOOGLE_CALENDAR_SCOPE = 'https://www.googleapis.com/auth/calendar.events.readonly';

const SCOPES = ['openid', 'email', GOOGLE_CALENDAR_SCOPE];
const READS_EVENTS =
  /^https:\/\/www\.googleapis\.com\/auth\/calendar(\.readonly|\.events(\.readonly|\.owned|\.owned\.readonly)?)?$/;

const EVENTS = '/calendar/v3/calendars/:calendar/events';

const KINDS: Kinds = [
  ['GET', /^\/o\/oauth2\/v2\/auth$/, 'authorize'],
  ['POST', /^\/token$/, 'token'],
  ['POST', /^\/revoke$/, 'revoke'],
  ['GET', /^\/v1\/userinfo$/, 'userinfo'],
  ['GET', /^\/calendar\/v3\/calendars\/[^/]+\/events$/, 'events'],
  ['GET', /^\/calendar\/v3\/calendars\/[^/]+\/events\/[^/]+$/, 'event'],
  ['POST', /^\/calendar\/v3\/calendars\/[^/]+\/events\/watch$/, 'watch'],
  ['POST', /^\/calendar\/v3\/channels\/stop$/, 'stop'],
];

/** Google's accounts and calendars in this process: nothing listens anywhere. */
export function aGoogle(options: GoogleOptions): TestProvider {
  const { origin = 'https://google.test', clock, movedOut = 'shown', pageSize = 250 } = options;
  const parts = providerParts({
    name: 'google',
    options: { ...options, origin },
    tokens: {
      code: (chance) => `4/0A${chance.urlSafe(70)}`,
      access: (chance) => `ya29.a0${chance.urlSafe(120)}`,
      refresh: (chance) => `1//0g${chance.urlSafe(90)}`,
    },
    ids: {
      newSubject: (chance) => `1${chance.hex(20).replaceAll(/\D/g, '7')}`,
      newEventId: (chance) => chance.base32(26),
      icalUidOf: (id) => `${id}@google.com`,
      // As seen: "this and all that follow" becomes `<id>_R<start>`, whatever was after an older `_R`.
      splitIdOf: (id, from) => `${id.replace(/_R.*$/, '')}_R${compactText(from, 'UTC')}`,
    },
  });
  const { accounts, grants, faults, requests, notifications, clients } = parts;
  const channels = googleChannels({ clock, notifications, origin });
  const oauth = googleOAuth({ accounts, grants, clients, clock, issuer: origin });
  parts.onChange((email) => channels.changed(email));

  const account = (request: Request): ProviderAccount | Response => {
    const grant = grants.ofAccess(bearerIn(request));
    const found = grant && accounts.find(grant.email);
    if (!grant || !found || found.kind === 'disabled') return invalidCredentials();
    if (!mayRead(grant)) return insufficientScope();
    return found.kind === 'no_calendar' ? notACalendarUser() : found;
  };
  /** Of the account's own calendar: accounts here have one. */
  const withCalendar = async (
    request: Request,
    calendar: string,
    run: (found: ProviderAccount) => Response | Promise<Response>,
  ): Promise<Response> => {
    const found = account(request);
    if (found instanceof Response) return found;
    return calendar === 'primary' || calendar === found.email ? run(found) : notFound();
  };

  const app = new Hono();
  app.get('/.well-known/openid-configuration', () => json(200, discovery(origin)));
  app.get('/oauth2/v3/certs', () => json(200, keySet()));
  app.get('/oauth2/v1/certs', () => json(200, pemSet()));
  app.get('/o/oauth2/v2/auth', ({ req }) => oauth.ask(new URL(req.url).searchParams));
  app.post(CONSENT_FORM, ({ req }) => oauth.decide(req.raw));
  app.post('/token', ({ req }) => oauth.token(req.raw));
  app.post('/revoke', async ({ req }) => {
    const revoked = await oauth.revoke(req.raw);
    if (revoked instanceof Response) return revoked;
    revokeGrants(revoked, 'revoked');
    return json(200, {});
  });
  app.get('/v1/userinfo', ({ req }) => {
    const grant = grants.ofAccess(bearerIn(req.raw));
    if (!grant) return invalidCredentials();
    const { subject, email } = accounts.account(grant.email);
    return json(200, { sub: subject, ...(grant.scopes.includes('email') && { email, email_verified: true }) });
  });
  app.get(EVENTS, ({ req }) =>
    withCalendar(req.raw, req.param('calendar'), ({ calendar }) =>
      listEvents(calendar, new URL(req.url).searchParams, { movedOut, pageSize }),
    ),
  );
  app.post(`${EVENTS}/watch`, ({ req }) =>
    withCalendar(req.raw, req.param('calendar'), ({ email }) => channels.watch(email, req.raw)),
  );
  app.get(`${EVENTS}/:event`, ({ req }) =>
    withCalendar(req.raw, req.param('calendar'), ({ calendar, email }) => {
      const everything = { from: 0, to: 4_102_444_800_000 } as Parameters<typeof calendar.occurrences>[0];
      const found = calendar
        .occurrences(everything)
        .find((occurrence) => googleIdOf(occurrence) === req.param('event'));
      return found ? json(200, googleEvent(found, email)) : notFound();
    }),
  );
  app.post('/calendar/v3/channels/stop', ({ req }) =>
    withCalendar(req.raw, 'primary', ({ email }) => channels.stop(email, req.raw)),
  );
  app.get('/favicon.ico', () => noContent());
  app.notFound(() => page('<!doctype html><title>Error 404 (Not Found)!!1</title>', 404));

  const revokeGrants: TestProvider['revokeGrants'] = (email, because = 'revoked') => {
    grants.revokeAllOf(accounts.account(email).email, because);
    channels.endAllOf(email);
  };
  const handle = async (request: Request) => app.fetch(request);
  const provider: TestProvider = {
    ...parts.asProvider,
    fetch: struck({ handle, kindOf: kindFrom(KINDS), faults, requests, clock, wording: googleWording }),
    consent: (address, choice) => goThroughConsent({ fetch: provider.fetch, action: CONSENT_FORM }, address, choice),
    grant: (email, scopes = SCOPES) => parts.grant(email, scopes),
    revokeGrants,
    watchesOf: channels.countOf,
  };
  controls(app, provider, clock);
  return provider;
}

/** The same on 127.0.0.1, at the port given or any that is free. */
export async function startGoogle({
  port,
  ...options
}: GoogleOptions & { readonly port?: number }): Promise<ListeningProvider> {
  let provider: TestProvider | undefined;
  const { origin, close } = await listen(async (request) => provider?.fetch(request) ?? noContent(), port);
  provider = aGoogle({ ...options, origin });
  return { ...provider, close };
}

const mayRead = ({ scopes }: Grant): boolean => scopes.some((scope) => READS_EVENTS.test(scope));

const discovery = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
  token_endpoint: `${origin}/token`,
  userinfo_endpoint: `${origin}/v1/userinfo`,
  revocation_endpoint: `${origin}/revoke`,
  jwks_uri: `${origin}/oauth2/v3/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
});
