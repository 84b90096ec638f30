import { Hono } from 'hono';
import type { CalendarEvent, CalendarOccurrence, Window } from '#test/doubles/calendar-providers/calendar/events';
import { occurrencesOf } from '#test/doubles/calendar-providers/calendar/occurrences-of';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { json, noContent } from '#test/doubles/calendar-providers/server/answers';
import { bearerIn } from '#test/doubles/calendar-providers/server/authorization-request';
import { controls } from '#test/doubles/calendar-providers/server/controls';
import { goThroughConsent } from '#test/doubles/calendar-providers/server/go-through-consent';
import { type Kinds, kindFrom } from '#test/doubles/calendar-providers/server/kind-from';
import { listen } from '#test/doubles/calendar-providers/server/listen';
import { providerParts } from '#test/doubles/calendar-providers/server/provider-parts';
import { keySet } from '#test/doubles/calendar-providers/server/signing-key';
import { struck } from '#test/doubles/calendar-providers/server/struck';
import type {
  ListeningProvider,
  ProviderAccount,
  ProviderOptions,
  TestProvider,
} from '#test/doubles/calendar-providers/test-provider';
import { batch } from './graph-batch.ts';
import { delta } from './graph-delta.ts';
import { accessDenied, graphError, graphWording, invalidToken, noMailbox, notFound } from './graph-errors.ts';
import { graphEvent, graphMaster } from './graph-event.ts';
import { graphIdOf, graphUidOf, masterIdIn, newGraphId } from './graph-ids.ts';
import { graphSubscriptions, type LifecycleEvent } from './graph-subscriptions.ts';
import { CONSENT_FORM, microsoftOAuth } from './microsoft-oauth.ts';
import { type Preferences, preferencesIn } from './preferences.ts';

export interface MicrosoftOptions extends ProviderOptions {
  /**
   * Whether a delta carries a series' master where the series began before the window. Both were seen; `false`
   * makes clients fetch it (the default is `true`).
   */
  readonly alwaysWithMaster?: boolean;
}

export interface TestMicrosoft extends TestProvider {
  /** learn.microsoft.com/graph/change-notifications-lifecycle-events, to all subscriptions of an account. */
  lifecycle(email: string, event: LifecycleEvent): void;
}

/** Of the one organization that all accounts here belong to. */
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';

const SCOPES = ['openid', 'email', 'offline_access', 'User.Read', 'Calendars.Read'];

const KINDS: Kinds = [
  ['GET', /\/oauth2\/v2\.0\/authorize$/, 'authorize'],
  ['POST', /\/oauth2\/v2\.0\/token$/, 'token'],
  ['GET', /^\/v1\.0\/me(\/mailboxSettings.*)?$/, 'userinfo'],
  ['GET', /^\/v1\.0\/me\/calendarView/, 'events'],
  ['GET', /^\/v1\.0\/me\/events\/[^/]+$/, 'event'],
  ['POST', /^\/v1\.0\/subscriptions$/, 'watch'],
  ['PATCH', /^\/v1\.0\/subscriptions\/[^/]+$/, 'renew'],
  ['DELETE', /^\/v1\.0\/subscriptions\/[^/]+$/, 'stop'],
  ['POST', /^\/v1\.0\/\$batch$/, 'batch'],
];

/** Microsoft's login and Graph in this process: nothing listens anywhere. */
export function aMicrosoft(options: MicrosoftOptions): TestMicrosoft {
  const { origin = 'https://microsoft.test', clock, alwaysWithMaster = true, pageSize = 10 } = options;
  const parts = providerParts({
    name: 'microsoft',
    options: { ...options, origin },
    tokens: {
      code: (chance) => `0.A${chance.urlSafe(120)}`,
      access: (chance) => `EwB${chance.urlSafe(120)}`,
      refresh: (chance) => `1.A${chance.urlSafe(160)}`,
    },
    ids: {
      newSubject: (chance) => chance.uuid(),
      newEventId: newGraphId,
      icalUidOf: graphUidOf,
      splitIdOf: (_id, _from, chance) => newGraphId(chance),
    },
  });
  const { accounts, grants, faults, requests, notifications, clients, chance, send } = parts;
  const [{ clientId } = { clientId: '' }] = clients;
  const subscriptions = graphSubscriptions({ clock, chance, notifications, send, origin, tenant: TENANT, clientId });
  const oauth = microsoftOAuth({ accounts, grants, clients, clock, origin, tenant: TENANT });
  parts.onChange((email, change) => subscriptions.changed(email, change));

  /** Who asks, once the token grants what it takes. */
  const withScope = async (
    request: Request,
    scope: RegExp,
    run: (found: ProviderAccount) => Response | Promise<Response>,
  ): Promise<Response> => {
    const grant = grants.ofAccess(bearerIn(request));
    const found = grant && accounts.find(grant.email);
    if (!grant || !found || found.kind === 'disabled') return invalidToken();
    return grant.scopes.some((one) => scope.test(one)) ? run(found) : accessDenied();
  };
  const withCalendar = (
    request: Request,
    run: (found: ProviderAccount, preferences: Preferences) => Response | Promise<Response>,
  ) =>
    withScope(request, READS_CALENDARS, (found) => {
      const preferences = preferencesIn(request);
      if (!preferences) return graphError(400, 'ErrorInvalidParameter', 'A valid TimeZone value must be specified.');
      return found.kind === 'no_calendar' ? noMailbox() : run(found, preferences);
    });
  const withEvents = (request: Request, run: (found: ProviderAccount) => Response | Promise<Response>) =>
    withCalendar(request, run);

  const app = new Hono();
  for (const path of [
    '/common/v2.0/.well-known/openid-configuration',
    `/${TENANT}/v2.0/.well-known/openid-configuration`,
  ])
    app.get(path, () => json(200, discovery(origin)));
  app.get('/common/discovery/v2.0/keys', () => json(200, keySet()));
  app.get('/common/oauth2/v2.0/authorize', ({ req }) => oauth.ask(new URL(req.url).searchParams));
  app.post(CONSENT_FORM, ({ req }) => oauth.decide(req.raw));
  app.post('/common/oauth2/v2.0/token', ({ req }) => oauth.token(req.raw));

  app.get('/v1.0/me', ({ req }) => withScope(req.raw, /user\.read/i, (found) => json(200, me(found, origin))));
  app.get('/v1.0/me/mailboxSettings/userPurpose', ({ req }) =>
    withScope(req.raw, /./, (found) => {
      // Where the organization gave the program `MailboxSettings.Read` beforehand, as it did for its shared mailboxes.
      if (found.kind !== 'shared_mailbox') return accessDenied();
      return json(200, { '@odata.context': `${origin}/v1.0/$metadata#Edm.String`, value: 'shared' });
    }),
  );
  app.get('/v1.0/me/calendarView/delta', ({ req }) =>
    withCalendar(req.raw, ({ calendar }, preferences) =>
      delta(calendar, new URL(req.url).searchParams, { origin, pageSize, preferences, alwaysWithMaster }),
    ),
  );
  app.get('/v1.0/me/events/:id', ({ req }) =>
    withCalendar(req.raw, ({ calendar }, preferences) => eventById(calendar, req.param('id'), preferences)),
  );
  app.post('/v1.0/subscriptions', ({ req }) => withEvents(req.raw, (found) => subscriptions.create(found, req.raw)));
  app.get('/v1.0/subscriptions', ({ req }) => withEvents(req.raw, ({ email }) => subscriptions.list(email)));
  app.get('/v1.0/subscriptions/:id', ({ req }) =>
    withEvents(req.raw, ({ email }) => subscriptions.get(email, req.param('id'))),
  );
  app.patch('/v1.0/subscriptions/:id', ({ req }) =>
    withEvents(req.raw, ({ email }) => subscriptions.renew(email, req.param('id'), req.raw)),
  );
  app.delete('/v1.0/subscriptions/:id', ({ req }) =>
    withEvents(req.raw, ({ email }) => subscriptions.remove(email, req.param('id'))),
  );
  app.post('/v1.0/subscriptions/:id/reauthorize', ({ req }) =>
    withEvents(req.raw, ({ email }) => subscriptions.reauthorize(email, req.param('id'))),
  );
  app.post('/v1.0/$batch', ({ req }) => batch(req.raw, async (one) => app.fetch(one)));
  app.get('/favicon.ico', () => noContent());
  app.notFound(({ req }) =>
    graphError(400, 'BadRequest', `Resource not found for the segment '${req.path.split('/').at(-1)}'.`),
  );

  const handle = async (request: Request) => app.fetch(request);
  const provider: TestMicrosoft = {
    ...parts.asProvider,
    fetch: struck({ handle, kindOf: kindFrom(KINDS), faults, requests, clock, wording: graphWording }),
    consent: (address, choice) => goThroughConsent({ fetch: provider.fetch, action: CONSENT_FORM }, address, choice),
    grant: (email, scopes = SCOPES) => parts.grant(email, scopes),
    revokeGrants(email, because = 'revoked') {
      grants.revokeAllOf(accounts.account(email).email, because);
      subscriptions.lifecycle(email, 'subscriptionRemoved');
    },
    watchesOf: subscriptions.countOf,
    lifecycle: subscriptions.lifecycle,
  };
  controls(app, provider, clock);
  return provider;
}

/** The same on 127.0.0.1, at the port given or any that is free. */
export async function startMicrosoft({
  port,
  ...options
}: MicrosoftOptions & { readonly port?: number }): Promise<TestMicrosoft & ListeningProvider> {
  let provider: TestMicrosoft | undefined;
  const { origin, close } = await listen(async (request) => provider?.fetch(request) ?? noContent(), port);
  provider = aMicrosoft({ ...options, origin });
  return { ...provider, close };
}

const READS_CALENDARS = /(^|\/)calendars\.read(write)?(\.shared)?$/i;

/** Wide enough for one occurrence, whatever its zone, of a series that may have no end. */
const AROUND_MS = 400 * 86_400_000;

/** A single event, a series' master, or an occurrence as a whole. */
function eventById(calendar: ProviderCalendar, id: string, preferences: Preferences): Response {
  const event = calendar.event(id);
  if (event && event.state !== 'removed')
    return json(
      200,
      event.type === 'series'
        ? graphMaster(event, calendar.email, preferences)
        : wholeOf(event, id, calendar, preferences),
    );
  const master = calendar.event(masterIdIn(id) ?? '');
  const found = master && wholeOf(master, id, calendar, preferences);
  return found ? json(200, found) : notFound();
}

function wholeOf(event: CalendarEvent, id: string, calendar: ProviderCalendar, preferences: Preferences) {
  const near = (at: number): Window => ({
    from: (at - AROUND_MS) as Window['from'],
    to: (at + AROUND_MS) as Window['to'],
  });
  const day = dayIn(id) ?? event.startsAt;
  const found = occurrencesOf(event, near(day)).find((occurrence: CalendarOccurrence) => graphIdOf(occurrence) === id);
  return found && graphEvent(found, calendar.email, preferences);
}

/** The day that an occurrence's id was made of. */
function dayIn(id: string): number | undefined {
  const day = id.split('-oc-')[1];
  const text = day === undefined ? '' : Buffer.from(day, 'base64url').toString();
  const at = Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`);
  return Number.isNaN(at) ? undefined : at;
}

const me = ({ email, name, subject }: ProviderAccount, origin: string) => ({
  '@odata.context': `${origin}/v1.0/$metadata#users/$entity`,
  businessPhones: [],
  displayName: name,
  givenName: name.split(' ')[0] ?? null,
  jobTitle: null,
  mail: email,
  mobilePhone: null,
  officeLocation: null,
  preferredLanguage: 'en-US',
  surname: name.split(' ').slice(1).join(' '),
  userPrincipalName: email,
  id: subject,
});

const discovery = (origin: string) => ({
  issuer: `${origin}/{tenantid}/v2.0`,
  authorization_endpoint: `${origin}/common/oauth2/v2.0/authorize`,
  token_endpoint: `${origin}/common/oauth2/v2.0/token`,
  jwks_uri: `${origin}/common/discovery/v2.0/keys`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
});
