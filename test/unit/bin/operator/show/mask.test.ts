import fc from 'fast-check';
import { masked } from '#bin/operator/show/mask';
import type { Json } from '#shared/foundation/core/json';
import { describe, expect, it } from '#test/support/jest';

const BOT = 'bot_01kcw3v9e2f3hb5wnkq8zr6m4t';
const text = (value: Json, reveals: boolean) => JSON.stringify(masked(value, { reveals }));

describe('a stored value that an operator is shown', () => {
  it('keeps ids, numbers, times and words of our code', () => {
    const state = {
      id: BOT,
      status: 'joining',
      attempts: 3,
      createdAt: 1_795_608_000_000,
      day: '2026-11-02',
      none: null,
    };

    expect(masked(state, { reveals: false })).toEqual({
      ...{ id: BOT, status: 'joining', attempts: 3, createdAt: '2026-11-25T12:00:00.000Z', day: '2026-11-02' },
      none: null,
    });
  });

  it('has texts by their length, keys that are no names of fields left out, and metadata by its entries', () => {
    const state = {
      title: 'Board meeting',
      byEmail: { 'ada@acme.test': 1 },
      metadata: { deal: 'X' },
      status: 'Ada Lovelace',
    };

    expect(masked(state, { reveals: false })).toEqual({
      ...{ title: '(13 characters)', byEmail: { '(key)': 1 }, metadata: '(1 entries)', status: '(12 characters)' },
    });
  });

  it('is shown with its texts where they are revealed', () => {
    const state = { title: 'Board meeting', byEmail: { 'ada@acme.test': 1 }, metadata: { deal: 'X' } };

    expect(masked(state, { reveals: true })).toEqual(state);
  });

  it.each([
    [false, 'https://zoom.us/…'],
    [true, 'https://zoom.us/j/123'],
  ])('has no user, query and fragment of a URL, revealed: %s', (reveals, shown) => {
    expect(masked({ meetingUrl: 'https://ada:pw@zoom.us/j/123?pwd=1#x' }, { reveals })).toEqual({ meetingUrl: shown });
  });

  it.each([
    ...['sealed', 'digest', 'webhookSecret', 'token', 'passcode', 'apiKey', 'api_key', 'sealedSecrets', 'headers'],
    ...['signature', 'grant', 'hookToken', 'responseHeaders', 'key'],
  ])('never has the value of %s', (field) => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.boolean(), (value, reveals) => {
        expect(text({ [field]: value, in: { [field]: [{ value }] } }, reveals)).toBe(
          JSON.stringify({ [field]: '(secret)', in: { [field]: '(secret)' } }),
        );
      }),
    );
  });

  it.each(['rap_8wjd7shs6shs8sj', 'whsec_c2VjcmV0c2VjcmV0', 'sk-canary1234567', 'GOCSPX-abcdefghij'])(
    'never has what looks like a credential, wherever it is: %s',
    (secret) => {
      for (const reveals of [false, true])
        for (const value of [secret, `Bearer ${secret}`, [secret], { reason: secret }, { type: secret }])
          expect(text(value, reveals)).not.toContain(secret);
    },
  );

  it('never has an email address unless it is revealed', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string(), (email, field) => {
        expect(text({ [field]: email, list: [email], [email]: 'x' }, false)).not.toContain(email);
      }),
    );
  });
});
