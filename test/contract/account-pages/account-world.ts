import { accountPages } from '#functions/pages/account/index';
import {
  type Accounts,
  SignInFailed,
  type SignInProvider,
  type SignInSecrets,
  type VerifiedPerson,
} from '#shared/accounts/identity/ports';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { aBrowser, aPageWorld, type Browser, type PageWorld, type Seen, withRole } from '#test/support/pages';

export const SIGN_IN_PAGE = 'https://people.example.test';

/** An identity provider without its page: a code identifies a person. */
export function aProvider() {
  const people = new Map<string, VerifiedPerson | SignInFailed>();
  const begun: SignInSecrets[] = [];
  const provider: SignInProvider = {
    async begin(secrets) {
      begun.push(secrets);
      return `${SIGN_IN_PAGE}/oauth2/authorize?state=${secrets.state}`;
    },
    async finish(query, secrets) {
      const sent = new URLSearchParams(query);
      const person = people.get(sent.get('code') ?? '');
      if (!person || sent.get('state') !== secrets.state) throw new SignInFailed('denied');
      if (person instanceof SignInFailed) throw person;
      return person;
    },
    endingPage: () => `${SIGN_IN_PAGE}/logout`,
  };
  return { provider, people, begun };
}

/** A user pool that records its requests and the addresses with accounts. */
export function aUserPool() {
  const known = new Set<string>();
  const asked: string[] = [];
  const accounts: Accounts = {
    async signUp({ email }) {
      asked.push(`sign up ${email}`);
      if (known.has(email)) return 'there';
      known.add(email);
      return 'made';
    },
    async confirm({ email, code }) {
      asked.push(`confirm ${email}`);
      return known.has(email) && code === '123456';
    },
    async sendAnotherCode(email) {
      asked.push(`code ${email}`);
    },
  };
  return { accounts, known, asked };
}

interface Given {
  readonly isOpen?: boolean;
  readonly world?: PageWorld;
  readonly limits?: LimitOverrides;
}

export function anAccountWorld({ isOpen = true, world = aPageWorld(), limits }: Given = {}) {
  const { provider, people, begun } = aProvider();
  const pool = aUserPool();
  const { keys, pages } = withRole(world, 'pages/account', { useOf: useFactory(limits) });
  const context = isOpen
    ? pages
    : {
        ...pages,
        deployment: { off: ['workspace_creation' as const], enforced: [] },
      };
  const app = accountPages(context, { provider, accounts: pool.accounts, isLocal: false });
  return { ...world, keys, app, people, begun, pool, browser: aBrowser(app) };
}
export type AccountWorld = ReturnType<typeof anAccountWorld>;

export const ada = { subject: 'issuer ada-1', email: 'ada@lovelace.test' };

/** Signs in as a person, and returns the response to the callback. */
export async function signInAs(
  world: AccountWorld,
  person: VerifiedPerson,
  browser: Browser = world.browser,
): Promise<Seen> {
  const { location = '' } = await browser.get('/sign-in');
  return callbackAs(world, person, location, browser);
}

export function callbackAs(
  world: AccountWorld,
  person: VerifiedPerson,
  location: string,
  browser: Browser,
): Promise<Seen> {
  const code = `code-of-${person.subject}`.replaceAll(' ', '-');
  world.people.set(code, person);
  return browser.get(`/sign-in/callback?code=${code}&state=${stateIn(location)}`);
}

export const stateIn = (location: string): string => new URL(location).searchParams.get('state') ?? '';

/** The user of the browser's session. */
export async function signedInUser({ pages }: AccountWorld, { jar }: Browser) {
  const session = await pages.kit.sessions.find(jar.get('__Host-session') ?? '');
  return session?.userId;
}
