import type { OAuthClient } from '#test/doubles/calendar-providers/test-provider';
import type { Code } from './grant-book.ts';

/** The names that come with the form beside the request itself. */
const OF_THE_FORM = new Set(['account', 'granted', 'answer']);

/** The request alone, without what the person chose. */
export const requestIn = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...form].filter(([name]) => !OF_THE_FORM.has(name)));

/** What is wrong with a request in a way that no redirect may answer; undefined where it is fine. */
export function wrongWith(asked: URLSearchParams, clients: readonly OAuthClient[]): string | undefined {
  const client = clients.find(({ clientId }) => clientId === asked.get('client_id'));
  if (!client) return 'invalid_client: no such program is registered';
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri)) return 'invalid_request: redirect_uri is missing or is no address';
  if (client.redirectUris && !client.redirectUris.includes(redirectUri)) return 'redirect_uri_mismatch';
  return undefined;
}

export const scopesIn = (asked: URLSearchParams): readonly string[] =>
  (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== '');

/** Back to the program, `state` with it. */
export function backTo(asked: URLSearchParams, answer: Readonly<Record<string, string>>): string {
  const address = new URL(asked.get('redirect_uri') ?? '');
  const state = asked.get('state');
  if (state !== null) address.searchParams.set('state', state);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  return address.href;
}

export function codeOf(
  asked: URLSearchParams,
  granted: { email: string; scopes: readonly string[]; isOffline: boolean },
): Code {
  const value = asked.get('code_challenge');
  return {
    ...granted,
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    nonce: asked.get('nonce') ?? undefined,
    challenge: value === null ? undefined : { method: asked.get('code_challenge_method') ?? 'plain', value },
  };
}

/** The client's own words on who it is: in the form, or in a Basic header (RFC 6749, 2.3.1). */
export function clientIn(request: Request, form: URLSearchParams): { id: string | null; secret: string | null } {
  const [scheme, value = ''] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return { id: form.get('client_id'), secret: form.get('client_secret') };
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':').map(decodeURIComponent);
  return { id, secret };
}

export const bearerIn = (request: Request): string =>
  /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
