import fc from 'fast-check';
import { damageOf, type MailCounts, mailsWithout } from '#shared/accounts/mail/rules/mail-reputation';
import { describe, expect, it } from '#test/support/jest';

const counts = (sent: number, bounced: number, complained: number): MailCounts => ({ sent, bounced, complained });

describe('the mail of a workspace', () => {
  it.each([
    ['no mail', counts(0, 0, 0)],
    ['one bounce of few', counts(1, 1, 0)],
    ['5 % bounces', counts(200, 10, 0)],
    ['five bounces of few mails', counts(20, 5, 0)],
    ['one complaint of few', counts(20, 0, 1)],
    ['0.1 % complaints', counts(3_000, 0, 3)],
  ])('goes on with %s', (_what, given) => expect(damageOf(given)).toBeUndefined());

  it.each([
    ['more than 5 % bounces', counts(200, 11, 0), 'bounces'],
    ['six bounces of few mails', counts(20, 6, 0), 'bounces'],
    ['more than 0.1 % complaints', counts(3_000, 0, 4), 'complaints'],
    ['two complaints of few mails', counts(20, 0, 2), 'complaints'],
  ])('stops with %s', (_what, given, reason) => expect(damageOf(given)).toBe(reason));

  it('never goes on with a share beyond both, and never stops with fewer than two reports', () => {
    const share = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(share, share, share, (sent, bounced, complained) => {
        const damage = damageOf(counts(sent, bounced, complained));
        if (sent >= 1_000 && (bounced / sent > 0.051 || complained / sent > 0.0011)) expect(damage).toBeDefined();
        if (bounced < 2 && complained < 2) expect(damage).toBeUndefined();
      }),
    );
  });
});

describe('the mail of a founder', () => {
  it('is judged without all of one workspace, also of what that sent before both were counted', () => {
    expect(mailsWithout(counts(5_000, 60, 3), counts(120, 56, 2))).toEqual(counts(4_880, 4, 1));
    expect(mailsWithout(counts(10, 6, 0), counts(30, 7, 1))).toEqual(counts(0, 0, 0));
  });
});
