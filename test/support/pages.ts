import type { Hono } from 'hono';
import { OWN_KEYS } from '#lib/table-access';
import { newSession } from '#shared/accounts/identity/rules/session';
import type { AppContext } from '#shared/api/http/ports';
import { newSecret } from '#shared/api/page-kit/cookies';
import type { PageEntry, PageEnv } from '#shared/api/page-kit/page-kit';
import type { UserId } from '#shared/foundation/core/ids';
import { appContext } from '#shared/wiring/app-context';
import { type PageContext, withKit } from '#shared/wiring/pages';
import { keyRecorder } from '#test/doubles/aws/key-recorder';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, type World } from '#test/support/api';
import { type InMemoryUploads, inMemoryUploads } from '#test/support/in-memory-uploads';

export const APP_URL = 'https://app.example.test';

/** A page as a person's browser has it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads. */
  readonly location: string | undefined;
  /** Text of the page's heading. */
  readonly heading: string | undefined;
}

/** What the pages of signed-in users need, but for files. */
type Pages = PageContext & { readonly uploadStorage: InMemoryUploads };

export type PageWorld = World & { readonly pages: Pages; readonly pageLog: PageEntry[] };

/** The world of the API, with what pages need beside it. */
export function aPageWorld(overrides: Partial<AppContext> = {}): PageWorld {
  const world = aWorld(overrides);
  const pageLog: PageEntry[] = [];
  const kit = withKit(world.context, { appUrl: APP_URL, log: (entry) => pageLog.push(entry) });
  return { ...world, pages: { ...kit, uploadStorage: inMemoryUploads(world.files) }, pageLog };
}

/** The pages with the table that the role of their function allows, and what they read and write of it. */
export function withRole(world: PageWorld, entry: string, overrides: Partial<AppContext> = {}) {
  const keys = keyRecorder(OWN_KEYS[entry]);
  const table = tableOver(keys.watch(world.dynamo));
  const { context, pages, pageLog } = world;
  const watched = { ...context, ...appContext({ ...context, table }), ids: context.ids, ...overrides };
  const kit = withKit(watched, { appUrl: pages.kit.appUrl, log: (entry) => pageLog.push(entry) });
  return { keys, pages: { ...kit, uploadStorage: pages.uploadStorage } };
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser with a cookie jar: it sends what browsers send of themselves, and keeps to the rules of `__Host-`. */
export function aBrowser(app: Hono<PageEnv>, sourceIp?: string) {
  const jar = new Map<string, string>();
  let last: Seen | undefined;

  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Seen> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...init.headers };
    const answer = await app.request(
      `${APP_URL}${path}`,
      { ...init, headers },
      sourceIp === undefined ? {} : { requestContext: { http: { sourceIp } } },
    );
    for (const line of answer.headers.getSetCookie()) keep(jar, line);
    last = await seen(answer);
    return last;
  };

  const get = (path: string, { headers = {} }: Sent = {}) => send(path, { headers });

  const post = (path: string, fields: Readonly<Record<string, string>>, { headers = {} }: Sent = {}) =>
    send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: APP_URL,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });

  return {
    jar,
    get,
    /** Sends fields as they are, without the token of any form. */
    post,
    /** Fills in the form of the page last seen that leads to this path, and presses its button. */
    submit: async (action: string, fields: Readonly<Record<string, string>> = {}, sent: Sent = {}): Promise<Seen> =>
      post(action, { ...hiddenFields(last?.text ?? '', action), ...fields }, sent),
    last: () => last,
  };
}
export type Browser = ReturnType<typeof aBrowser>;

/** A browser with a signed-in user. */
export async function aBrowserOf(app: Hono<PageEnv>, { pages, clock }: PageWorld, userId: UserId): Promise<Browser> {
  const secret = newSecret(pages.randomBytes);
  await pages.kit.sessions.keep(secret, newSession(userId, clock.now()));
  const browser = aBrowser(app);
  browser.jar.set('__Host-session', secret);
  return browser;
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=');
  const said = attributes.map((one) => one.toLowerCase());
  const isHostCookie =
    said.includes('secure') && said.includes('path=/') && !said.some((one) => one.startsWith('domain'));
  if (!name.startsWith('__Host-') || !isHostCookie) throw new Error(`A browser would not keep ${name}.`);
  if (said.includes('max-age=0')) jar.delete(name);
  else jar.set(name, value);
}

async function seen(answer: Response): Promise<Seen> {
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    location: answer.headers.get('location') ?? undefined,
    heading: /<h1>(.*?)<\/h1>/s.exec(text)?.[1],
  };
}

/** What the form to this path carries unseen. */
export function hiddenFields(page: string, action: string): Readonly<Record<string, string>> {
  const forms = [...page.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const [, , inside] = forms.find(([, to]) => to === action) ?? [];
  if (inside === undefined) throw new Error(`The page has no form to ${action}.`);
  const fields = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
