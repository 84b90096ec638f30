import { createHash } from 'node:crypto';
import {
  type AskedConsent,
  ConsentFailed,
  type ConsentFailure,
  type ConsentProvider,
} from '#shared/calendars/consent/ports';
import { HOUR_MS, type Instant } from '#shared/foundation/core/time';

/** What a person does at the provider: grants access to the calendar of an account, or ends with an error. */
export type AtProvider = { readonly account: string } | { readonly fails: ConsentFailure | Error };

/** An OAuth provider in memory, which verifies PKCE and that the token request fits the authorization request. */
export function fakeConsentProvider(origin: string) {
  const asked = new Map<string, AskedConsent>();
  const codes = new Map<string, { readonly asked: AskedConsent; readonly does: AtProvider }>();
  let granted = 0;

  const consent: ConsentProvider = {
    rotatesGrants: false,
    async begin(one) {
      asked.set(one.state, one);
      const query = { state: one.state, redirect_uri: one.redirectUri, code_challenge: challengeOf(one.codeVerifier) };
      return `${origin}/authorize?${new URLSearchParams(query)}`;
    },
    async finish({ url, state, codeVerifier, nonce, redirectUri }) {
      const query = new URL(url).searchParams;
      const found = codes.get(query.get('code') ?? '');
      if (!found || query.get('state') !== state) throw new ConsentFailed('provider_error', 'No such code.');
      codes.delete(query.get('code') ?? '');
      const same = { state, codeVerifier, nonce, redirectUri, loginHint: found.asked.loginHint };
      if (JSON.stringify(same) !== JSON.stringify(sorted(found.asked)))
        throw new ConsentFailed('provider_error', 'The token request differs from the authorization request.');
      if ('fails' in found.does)
        throw typeof found.does.fails === 'string'
          ? new ConsentFailed(found.does.fails, 'It failed.')
          : found.does.fails;
      granted += 1;
      const expiresAt = (Date.UTC(2026, 10, 2, 12) + HOUR_MS) as Instant;
      return {
        accountEmail: found.does.account,
        refreshToken: `refresh-token-${granted}`,
        accessToken: 'access',
        expiresAt,
      };
    },
    access: () => Promise.reject(new Error('The fake consent provider reads no calendar.')),
    revoke: () => Promise.reject(new Error('The fake consent provider revokes nothing.')),
  };

  return {
    offered: { consent, isSetUp: async () => true, isForTests: false, signInOrigin: origin },
    asked,
    /** The query of the redirect back to the callback. */
    answer(sentTo: string, does: AtProvider): string {
      const state = new URL(sentTo).searchParams.get('state') ?? '';
      const one = asked.get(state);
      if (!one) throw new Error('The provider knows no such authorization request.');
      const code = `code-${codes.size}-${state.slice(0, 6)}`;
      codes.set(code, { asked: one, does });
      return `?${new URLSearchParams({ state, code })}`;
    },
  };
}

const sorted = ({ state, codeVerifier, nonce, redirectUri, loginHint }: AskedConsent) => ({
  state,
  codeVerifier,
  nonce,
  redirectUri,
  loginHint,
});

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
