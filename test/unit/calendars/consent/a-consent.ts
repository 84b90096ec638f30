import type { AskedConsent, ConsentProvider, Grant } from '#shared/calendars/consent/ports';

export const CLIENT = { clientId: 'client-1', clientSecret: 'client-canary' };
export const REDIRECT_URI = 'https://app.test/connect/callback';

/** What is bound to one consent. */
export const secretsOf = (name: string): AskedConsent => ({
  state: `state-of-${name}`,
  codeVerifier: `verifier-of-${name}-which-is-long-enough-for-rfc-7636`,
  nonce: `nonce-of-${name}`,
  redirectUri: REDIRECT_URI,
  loginHint: null,
});

/** From the page of ours to the grant; how a person gets through the provider's pages is up to the caller. */
export async function consented(
  provider: ConsentProvider,
  through: (address: string) => Promise<string>,
  asked = secretsOf('ada'),
): Promise<Grant> {
  return provider.finish({ ...asked, url: await through(await provider.begin(asked)) });
}

/** All that an error could give away, wherever it is written to. */
export function allOf(error: unknown): string {
  const known = error as Error;
  return [known.message, known.stack, String(known.cause), JSON.stringify(known), ...Object.values(known)].join(' ');
}
