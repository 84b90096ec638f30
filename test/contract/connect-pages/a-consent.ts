import { calendarConnections } from '#functions/api/calendar-connections/index';
import { members } from '#functions/api/members/index';
import { workspaces } from '#functions/api/workspaces/index';
import { connectPages } from '#functions/pages/connect/index';
import { OWN_KEYS } from '#lib/table-access';
import type { AppContext } from '#shared/api/http/ports';
import { refuseWhileReadOnly } from '#shared/api/read-only/refuse-while-read-only';
import { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { addressOf } from '#shared/calendars/consent/rules/connect-link';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarConnectionId, MemberId } from '#shared/foundation/core/ids';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';
import { commandContext } from '#shared/wiring/command-context';
import { withKit } from '#shared/wiring/pages';
import { keyRecorder } from '#test/doubles/aws/key-recorder';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo } from '#test/support/api';
import { type AtProvider, fakeConsentProvider } from '#test/support/fake-consent-provider';
import { APP_URL, aBrowser, aPageWorld, type Browser } from '#test/support/pages';

export const RETURN = 'https://partner.test/back?tab=mine';

/**
 * A partner with a member, the connect pages and doubles of both providers. The pages have the table that the role of
 * their function allows.
 */
export async function aConnectingPartner(overrides: Partial<AppContext> = {}) {
  const world = aPageWorld(overrides);
  const owner = await world.anOwner('Acme');
  const { key, workspaceId: workspace_id } = owner;
  const google = fakeConsentProvider('https://accounts.google.test');
  const microsoft = fakeConsentProvider('https://login.microsoft.test');
  const keys = keyRecorder(OWN_KEYS['pages/connect']);
  const table = tableOver(keys.watch(world.dynamo));
  const commands = {
    ...commandContext({ ...world.context, table }),
    ids: world.context.ids,
    refuseWhileReadOnly: refuseWhileReadOnly({ table, clock: world.clock }),
  };
  const { appUrl, log } = world.pages.kit;
  const pages = withKit({ ...world.context, ...commands, ...overrides }, { appUrl, log });
  const app = connectPages({ ...pages, providers: { google: google.offered, microsoft: microsoft.offered } });
  const call = callsTo(calendarConnections(world.context));
  const callMembers = callsTo(members(world.context));
  const aMember = async (body: object): Promise<string> =>
    (await callMembers('POST', '/members', { key, body: { workspace_id, ...body } })).body.id;
  const memberId = await aMember({ email: 'ada@acme.test', name: 'Ada' });

  /** Creates a connect link, and returns the path of its page. */
  const link = async (more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const body = { workspace_id, member_id: memberId, return_url: RETURN, state: 'round 7', ...more };
    const answered = await call('POST', '/calendar_connect_links', { key, body, headers });
    if (answered.status !== 201) throw new Error(JSON.stringify(answered.body));
    return answered.body.url.replace(APP_URL, '');
  };

  /** Opens the link's page and starts the authorization; returns the redirect to the provider. */
  const begin = async (browser: Browser, path: string, provider = 'google'): Promise<string> => {
    await browser.get(path);
    const { location } = await browser.submit(`${path.split('?')[0]}/${provider}`);
    return location ?? '';
  };
  const answered = (sentTo: string, does: AtProvider) =>
    `/connect/callback${(sentTo.startsWith(google.offered.signInOrigin) ? google : microsoft).answer(sentTo, does)}`;

  return {
    ...{ world, owner, pages, keys, app, call, google, microsoft, memberId, aMember, link, begin, answered },
    aBrowser: () => aBrowser(app),
    /** The whole flow in one browser. */
    consent: async (browser: Browser, path: string, does: AtProvider, provider = 'google') =>
      browser.get(answered(await begin(browser, path, provider), does)),
    /** A link without a return URL, as our own pages create it. */
    async linkWithoutReturn(): Promise<string> {
      const secrets = oneTimeSecrets(world.context);
      const { link: made, secret } = await createConnectLink({ ...world.context, secrets })(workspace_id, {
        ...{ whose: { memberId: memberId as MemberId }, provider: null, emailMatch: 'any', returnUrl: null },
        ...{ state: null, returnNamesMember: true, metadata: {} },
      });
      return addressOf('', made.id, secret);
    },
    connections: async () =>
      (await call('GET', `/calendar_connections?workspace_id=${workspace_id}`, { key })).body.data,
    members: async () => (await callMembers('GET', `/members?workspace_id=${workspace_id}`, { key })).body.data,
    removeMember: () => callMembers('DELETE', `/members/${memberId}`, { key }),
    archive: () => callsTo(workspaces(world.context))('DELETE', `/workspaces/${workspace_id}`, { key }),
    sync: async (id: string) => (await calendarSyncs.find(world.context.table, id as CalendarConnectionId))?.state,
  };
}

/** The `href` of the link with this text. */
export const linkOn = (page: string, words: string): string | undefined => {
  const found = [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].find(([, , text]) => text === words);
  return found?.[1]?.replaceAll('&amp;', '&');
};
