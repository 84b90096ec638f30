import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { aMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { AccountKind, RevokedBecause } from '#test/doubles/calendar-providers/test-provider';
import { describe, expect, it } from '#test/support/jest';
import { aClock } from './a-clock.ts';

const ADA = 'ada@example.com';
const BACK = 'https://app.test/back';
const VERIFIER = 'v'.repeat(43);

const text = v.optional(v.string(), '');
const Answer = v.looseObject({
  refresh_token: text,
  id_token: text,
  error: text,
  error_codes: v.optional(v.array(v.number()), []),
  error_description: text,
});

function aLogin(kind: AccountKind = 'ordinary') {
  const clock = aClock();
  const microsoft = aMicrosoft({ clock });
  microsoft.addAccount({ email: ADA, kind });
  const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = microsoft.clients;
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'openid email offline_access User.Read Calendars.Read',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const consent = async (answer: 'allow' | 'deny' = 'allow') => {
    const address = `${microsoft.origin}/common/oauth2/v2.0/authorize?${asked}`;
    return new URL(await microsoft.consent(address, { email: ADA, answer })).searchParams;
  };
  const token = async (words: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...words }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await microsoft.fetch(
      new Request(`${microsoft.origin}/common/oauth2/v2.0/token`, { method: 'POST', headers, body }),
    );
    return { status: answer.status, body: v.parse(Answer, await answer.json()) };
  };
  const redeem = (code: string | null, verifier = VERIFIER) =>
    token({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: BACK, code_verifier: verifier });
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
  return { microsoft, clock, consent, redeem, refresh };
}

describe('Microsoft’s login', () => {
  it('gives a code for tokens, once', async () => {
    const login = aLogin();
    const back = await login.consent();
    expect(back.get('state')).toBe('state-1');
    const { status, body } = await login.redeem(back.get('code'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      scope: 'openid email User.Read Calendars.Read',
      refresh_token: expect.any(String),
    });
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ nonce: 'nonce-1', email: ADA, iss: `${login.microsoft.origin}/${claims.tid}/v2.0` });
    expect(await login.redeem(back.get('code'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [54005] },
    });
  });

  it('takes no code with another’s verifier, nor after ten minutes', async () => {
    const login = aLogin();
    expect(await login.redeem((await login.consent()).get('code'), 'w'.repeat(43))).toMatchObject({
      body: { error_codes: [501481] },
    });
    const back = await login.consent();
    login.clock.pass(HOUR_MS);
    expect(await login.redeem(back.get('code'))).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('gives another refresh token each time, and takes the old one still', async () => {
    const login = aLogin();
    const first = await login.redeem((await login.consent()).get('code'));
    const second = await login.refresh(first.body.refresh_token);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    expect((await login.refresh(first.body.refresh_token)).status).toBe(200);
  });

  it('names why a grant is gone', async () => {
    const codeAfter = async (because: RevokedBecause) => {
      const login = aLogin();
      const { refreshToken } = login.microsoft.grant(ADA);
      login.microsoft.revokeGrants(ADA, because);
      const { body } = await login.refresh(refreshToken);
      return [body.error, body.error_codes[0], body.error_description.slice(0, 6)];
    };
    expect(await codeAfter('revoked')).toEqual(['invalid_grant', 65001, 'AADSTS']);
    expect(await codeAfter('password_changed')).toEqual(['invalid_grant', 50173, 'AADSTS']);
    expect(await codeAfter('account_disabled')).toEqual(['invalid_grant', 50057, 'AADSTS']);
  });

  it('forgets what was not used for ninety days', async () => {
    const login = aLogin();
    const { refreshToken } = login.microsoft.grant(ADA);
    login.clock.pass(89 * DAY_MS);
    expect((await login.refresh(refreshToken)).status).toBe(200);
    login.clock.pass(90 * DAY_MS);
    expect(await login.refresh(refreshToken)).toMatchObject({ body: { error_codes: [700082] } });
  });

  it('redirects back with access_denied when the user declines or needs admin consent', async () => {
    const denied = await aLogin().consent('deny');
    expect([denied.get('error'), denied.get('error_description')]).toEqual([
      'access_denied',
      expect.stringContaining('AADSTS65004'),
    ]);
    const needs = await aLogin('needs_admin_consent').consent();
    expect([needs.get('error'), needs.get('error_description')]).toEqual([
      'access_denied',
      expect.stringContaining('AADSTS90094'),
    ]);
    expect(needs.get('state')).toBe('state-1');
  });

  it('tells of a shared mailbox where the organization lets it', async () => {
    const purpose = async (kind: AccountKind) => {
      const { microsoft } = aLogin(kind);
      const { accessToken } = microsoft.grant(ADA);
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await microsoft.fetch(
        new Request(`${microsoft.origin}/v1.0/me/mailboxSettings/userPurpose`, { headers }),
      );
      return answer.status === 200
        ? v.parse(v.object({ value: v.string() }), await answer.json()).value
        : answer.status;
    };
    expect([await purpose('shared_mailbox'), await purpose('ordinary')]).toEqual(['shared', 403]);
  });
});
