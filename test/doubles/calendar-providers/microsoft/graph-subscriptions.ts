import type { Clock } from '#shared/foundation/core/clock';
import { type Instant, isoOf, MINUTE_MS } from '#shared/foundation/core/time';
import type { CalendarChange } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { bodyOf, json, noContent, textIn } from '#test/doubles/calendar-providers/server/answers';
import type { Chance } from '#test/doubles/calendar-providers/server/chance';
import { mayBeCalled } from '#test/doubles/calendar-providers/server/may-be-called';
import type { NotificationSender } from '#test/doubles/calendar-providers/server/notification-sender';
import type { ProviderAccount } from '#test/doubles/calendar-providers/test-provider';
import { graphError } from './graph-errors.ts';

interface Subscription {
  readonly id: string;
  readonly email: string;
  readonly subject: string;
  readonly resource: string;
  readonly changeTypes: readonly string[];
  readonly notificationUrl: string;
  readonly lifecycleUrl: string | undefined;
  readonly clientState: string | undefined;
  readonly endsAt: Instant;
}

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed';

interface Desk {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly notifications: NotificationSender;
  readonly send: (request: Request) => Promise<Response>;
  readonly origin: string;
  readonly tenant: string;
  readonly clientId: string;
}

/** learn.microsoft.com/graph/api/resources/subscription: Outlook events, under seven days. */
const LONGEST_MINUTES = 10_080;
/** "The endpoint must respond within 10 seconds": learn.microsoft.com/graph/change-notifications-delivery-webhooks */
const TIMEOUT_MS = 10_000;
const EVENTS = /^\/?(me|users\/[^/]+)\/(calendar\/)?events$/i;

export function graphSubscriptions({ clock, chance, notifications, send, origin, tenant, clientId }: Desk) {
  const subscriptions = new Map<string, Subscription>();
  const live = (email: string) =>
    [...subscriptions.values()].filter((one) => one.email === email && one.endsAt > clock.now());
  const theirs = (email: string, id: string) => live(email).find((one) => one.id === id);

  /** POST with `?validationToken=`, whose decoded text has to come back as it is. Undefined where it did. */
  async function handshake(address: string): Promise<Response | undefined> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${chance.uuid()}`;
    const url = new URL(address);
    url.searchParams.set('validationToken', token);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const request = new Request(url, { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    try {
      const answer = await send(request);
      const isText = (answer.headers.get('content-type') ?? '').toLowerCase().startsWith('text/plain');
      const body = await answer.text();
      if (answer.status !== 200)
        return refused(
          `Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.`,
        );
      return isText && body === token
        ? undefined
        : refused(
            'Subscription validation request failed. Response must exactly match validationToken query parameter.',
          );
    } catch {
      return refused('Subscription validation request timed out.');
    }
  }

  async function reachable({ notificationUrl, lifecycleUrl }: Pick<Subscription, 'notificationUrl' | 'lifecycleUrl'>) {
    const addresses = new Set([notificationUrl, ...(lifecycleUrl === undefined ? [] : [lifecycleUrl])]);
    for (const address of addresses) {
      const trouble = await handshake(address);
      if (trouble) return trouble;
    }
    return undefined;
  }

  const shown = (one: Subscription) => ({
    '@odata.context': `${origin}/v1.0/$metadata#subscriptions/$entity`,
    id: one.id,
    resource: one.resource,
    applicationId: clientId,
    changeType: one.changeTypes.join(','),
    clientState: one.clientState ?? null,
    notificationUrl: one.notificationUrl,
    notificationQueryOptions: null,
    lifecycleNotificationUrl: one.lifecycleUrl ?? null,
    expirationDateTime: isoOf(one.endsAt),
    creatorId: one.subject,
    includeResourceData: null,
    latestSupportedTlsVersion: 'v1_2',
    encryptionCertificate: null,
    encryptionCertificateId: null,
    notificationUrlAppId: null,
  });

  const post = (one: Subscription, address: string, about: string, words: Readonly<Record<string, unknown>>) => {
    const said = {
      subscriptionId: one.id,
      subscriptionExpirationDateTime: isoOf(one.endsAt),
      ...(one.clientState !== undefined && { clientState: one.clientState }),
      tenantId: tenant,
      ...words,
    };
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const body = JSON.stringify({ value: [said] });
    const request = () => new Request(address, { method: 'POST', headers, body });
    notifications.add({ watchId: one.id, email: one.email, about, at: clock.now(), request });
  };

  const lifecycle = (one: Subscription, event: LifecycleEvent) => {
    if (event === 'subscriptionRemoved') subscriptions.delete(one.id);
    if (one.lifecycleUrl !== undefined) post(one, one.lifecycleUrl, event, { lifecycleEvent: event });
  };

  return {
    /** POST /subscriptions: the handshake comes before the answer. */
    async create({ email, subject }: ProviderAccount, request: Request): Promise<Response> {
      const wanted = wantedIn(await bodyOf(request), clock.now());
      if (wanted instanceof Response) return wanted;
      const trouble = await reachable(wanted);
      if (trouble) return trouble;
      const made = { ...wanted, id: chance.uuid(), email, subject };
      subscriptions.set(made.id, made);
      return json(201, shown(made));
    },
    list: (email: string): Response => json(200, { value: live(email).map(shown) }),
    get(email: string, id: string): Response {
      const found = theirs(email, id);
      return found ? json(200, shown(found)) : unknown();
    },
    /** PATCH: a handshake again (github.com/microsoftgraph/msgraph-sdk-dotnet/issues/2805). */
    async renew(email: string, id: string, request: Request): Promise<Response> {
      const found = theirs(email, id);
      if (!found) return unknown();
      const endsAt = endIn(await bodyOf(request), clock.now());
      if (endsAt instanceof Response) return endsAt;
      const trouble = await reachable(found);
      if (trouble) return trouble;
      const renewed = { ...found, endsAt };
      subscriptions.set(id, renewed);
      return json(200, shown(renewed));
    },
    remove(email: string, id: string): Response {
      if (!theirs(email, id)) return unknown();
      subscriptions.delete(id);
      return noContent();
    },
    reauthorize: (email: string, id: string): Response => (theirs(email, id) ? noContent() : unknown()),
    changed(email: string, { eventId, type }: CalendarChange): void {
      for (const one of live(email)) {
        if (!one.changeTypes.includes(type)) continue;
        const resource = `Users/${one.subject}/Events/${eventId}`;
        const resourceData = {
          '@odata.type': '#Microsoft.Graph.Event',
          '@odata.id': resource,
          '@odata.etag': 'W/"test"',
          id: eventId,
        };
        post(one, one.notificationUrl, type, { changeType: type, resource, resourceData });
      }
    },
    lifecycle(email: string, event: LifecycleEvent): void {
      for (const one of live(email)) lifecycle(one, event);
    },
    countOf: (email: string): number => live(email).length,
  };
}

type Wanted = Omit<Subscription, 'id' | 'email' | 'subject'>;

function wantedIn(body: Readonly<Record<string, unknown>>, now: Instant): Wanted | Response {
  const resource = textIn(body, 'resource') ?? '';
  const notificationUrl = textIn(body, 'notificationUrl') ?? '';
  const lifecycleUrl = textIn(body, 'lifecycleNotificationUrl');
  const clientState = textIn(body, 'clientState');
  const changeTypes = (textIn(body, 'changeType') ?? '').split(',').filter((type) => type !== '');
  if (!EVENTS.test(resource)) return refused(`Resource '${resource}' is not supported.`);
  if (changeTypes.length === 0 || changeTypes.some((type) => !['created', 'updated', 'deleted'].includes(type)))
    return refused('ChangeType is missing or has unsupported values.');
  if (!mayBeCalled(notificationUrl) || (lifecycleUrl !== undefined && !mayBeCalled(lifecycleUrl)))
    return refused('Notification URL must be an HTTPS address.');
  if (clientState !== undefined && clientState.length > 128)
    return refused('ClientState is longer than 128 characters.');
  const endsAt = endIn(body, now);
  return endsAt instanceof Response
    ? endsAt
    : { resource, changeTypes, notificationUrl, lifecycleUrl, clientState, endsAt };
}

function endIn(body: Readonly<Record<string, unknown>>, now: Instant): Instant | Response {
  const endsAt = Date.parse(textIn(body, 'expirationDateTime') ?? '') as Instant;
  if (Number.isNaN(endsAt)) return refused('ExpirationDateTime is missing or is no time.');
  if (endsAt <= now) return refused('Subscription expiration is in the past.');
  return endsAt - now > LONGEST_MINUTES * MINUTE_MS
    ? refused(`Subscription expiration can only be ${LONGEST_MINUTES} minutes in the future.`)
    : endsAt;
}

const refused = (message: string): Response => graphError(400, 'InvalidRequest', message);
const unknown = (): Response => graphError(404, 'ResourceNotFound', 'The object was not found.');
