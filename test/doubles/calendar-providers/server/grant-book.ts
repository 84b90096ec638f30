import { createHash } from 'node:crypto';
import type { Clock } from '#shared/foundation/core/clock';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RevokedBecause } from '#test/doubles/calendar-providers/test-provider';
import type { Chance } from './chance.ts';

export interface Grant {
  readonly email: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly revoked: RevokedBecause | undefined;
  readonly usedAt: Instant;
}

/** What an authorization code stands for. */
export interface Code {
  readonly email: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly nonce: string | undefined;
  readonly challenge: { readonly method: string; readonly value: string } | undefined;
  /** Google gives a refresh token only to whom asks for it, and only when the person was asked. */
  readonly isOffline: boolean;
}

export interface TokenForm {
  readonly access: (chance: Chance) => string;
  readonly refresh: (chance: Chance) => string;
  readonly code: (chance: Chance) => string;
}

export type GrantBook = ReturnType<typeof aGrantBook>;

const CODE_LIVES_MS = 10 * MINUTE_MS;
/** Both say 3599 in `expires_in`. */
export const ACCESS_LIVES_SECONDS = 3_599;
/** learn.microsoft.com/entra/identity-platform/refresh-tokens: 90 days. */
const UNUSED_MS = 90 * DAY_MS;

/** All that people have granted, and every token that stands for it. */
export function aGrantBook({ clock, chance, form }: { clock: Clock; chance: Chance; form: TokenForm }) {
  const grants = new Map<number, Grant>();
  const codes = new Map<string, Code & { readonly endsAt: Instant }>();
  const refreshTokens = new Map<string, number>();
  const accessTokens = new Map<string, { readonly grant: number; readonly endsAt: Instant }>();

  const standing = (id: number | undefined): { readonly id: number; readonly grant: Grant } | undefined => {
    const grant = id === undefined ? undefined : grants.get(id);
    return id === undefined || !grant ? undefined : { id, grant };
  };

  return {
    open(opened: Pick<Grant, 'email' | 'clientId' | 'scopes'>): number {
      const id = grants.size + 1;
      grants.set(id, { ...opened, revoked: undefined, usedAt: clock.now() });
      return id;
    },
    /** Whether the person granted that program anything that still stands. */
    has: (email: string, clientId: string): boolean =>
      [...grants.values()].some((grant) => grant.email === email && grant.clientId === clientId && !grant.revoked),
    codeFor(code: Code): string {
      const text = form.code(chance);
      codes.set(text, { ...code, endsAt: later(clock.now(), CODE_LIVES_MS) });
      return text;
    },
    /** Good once, whatever comes of it. */
    redeem(text: string): Code | undefined {
      const code = codes.get(text);
      codes.delete(text);
      return code && code.endsAt > clock.now() ? code : undefined;
    },
    accessFor(grant: number): string {
      const token = form.access(chance);
      accessTokens.set(token, { grant, endsAt: later(clock.now(), ACCESS_LIVES_SECONDS * SECOND_MS) });
      return token;
    },
    refreshFor(grant: number): string {
      const token = form.refresh(chance);
      refreshTokens.set(token, grant);
      return token;
    },
    /** Revoked ones too. Unused for too long is revoked. */
    ofRefresh(token: string) {
      const found = standing(refreshTokens.get(token));
      if (!found || found.grant.revoked || clock.now() - found.grant.usedAt < UNUSED_MS) return found;
      return { id: found.id, grant: { ...found.grant, revoked: 'unused_too_long' as const } };
    },
    used(id: number): void {
      const grant = grants.get(id);
      if (grant) grants.set(id, { ...grant, usedAt: clock.now() });
    },
    /** Undefined where the token is unknown, has ended, or was taken back. */
    ofAccess(token: string): Grant | undefined {
      const access = accessTokens.get(token);
      if (!access || access.endsAt <= clock.now()) return undefined;
      const grant = grants.get(access.grant);
      return grant?.revoked ? undefined : grant;
    },
    /** The grant behind a token of either sort. */
    ofToken: (token: string) => standing(refreshTokens.get(token) ?? accessTokens.get(token)?.grant),
    revokeAllOf(email: string, because: RevokedBecause): void {
      for (const [id, grant] of grants)
        if (grant.email === email && !grant.revoked) grants.set(id, { ...grant, revoked: because });
    },
    expireAccessTokens: () => accessTokens.clear(),
  };
}

/** RFC 7636. A code without a challenge wants no verifier, and takes none. */
export function verifierFits(challenge: Code['challenge'], verifier: string | null): boolean {
  if (!challenge) return verifier === null || verifier === '';
  if (!verifier) return false;
  const value = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return value === challenge.value;
}
