import { mailDelivery } from '#functions/workers/mail-delivery/index';
import { suppressions } from '#shared/accounts/mail/suppressions-store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { APP_URL, aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const INVOCATION = { getRemainingTimeInMillis: () => 60_000 };

/** What SES reports, as the rule of the bus hands it on; twice, since it may come twice. */
async function reported(type: string, detail: unknown) {
  const world = aWorld();
  const { context } = world;
  const { sealer } = context;
  const work = mailDelivery(context, {
    mailer: undefined,
    composers: {},
    stage: 'test',
    sealer,
    appUrl: APP_URL,
    log: () => undefined,
  });
  const event = { 'detail-type': type, detail };
  const outcomes = [await work(event, INVOCATION), await work(event, INVOCATION)];
  const isSuppressed = (email: string) =>
    suppressions(context.table).isSuppressed({
      workspaceId: 'wks_00000000000000000000000000' as WorkspaceId,
      kind: 'summary',
      email,
    });
  return { world, outcomes, isSuppressed };
}

const ADA = [{ emailAddress: 'Ada@example.com', action: 'failed', status: '5.1.1' }];

const bounce = (bounceType: string, bouncedRecipients: readonly object[] = ADA) => ({
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients,
    timestamp: '2026-11-02T12:00:00.000Z',
    feedbackId: '1',
  },
});
const complaint = (more: object, complainedRecipients: readonly object[] = [{ emailAddress: 'ada@example.com' }]) => ({
  complaint: { complainedRecipients, feedbackId: '1', ...more },
});

describe('feedback of SES', () => {
  it.each([
    ['a permanent bounce', 'Email Bounced', bounce('Permanent')],
    ['a complaint', 'Email Complaint Received', complaint({ complaintFeedbackType: 'abuse' })],
    ['a complaint without a type', 'Email Complaint Received', complaint({})],
  ])('suppresses the address after %s, by its hash', async (_what, type, detail) => {
    const { world, outcomes, isSuppressed } = await reported(type, detail);

    expect(outcomes).toEqual(['suppressed', 'suppressed']);
    expect([await isSuppressed('ada@EXAMPLE.com'), await isSuppressed('bob@example.com')]).toEqual([true, false]);
    expect(JSON.stringify(world.dynamo.items()).toLowerCase()).not.toContain('ada@');
  });

  it.each(['ada+0@example.com', 'ADA+news@example.com'])('suppresses the mailbox, and with it %s', async (other) => {
    const { isSuppressed } = await reported('Email Bounced', bounce('Permanent'));

    expect([await isSuppressed(other), await isSuppressed('ad.a@example.com')]).toEqual([true, false]);
  });

  it('of a bounce to an address with a tag suppresses that address alone, and of a complaint the mailbox', async () => {
    const tagged = [{ emailAddress: 'ada+zz9@example.com' }];
    const bounced = await reported('Email Bounced', bounce('Permanent', tagged));
    const complained = await reported('Email Complaint Received', complaint({}, tagged));
    const suppressed = (of: typeof bounced) =>
      Promise.all(['ada+zz9@example.com', 'ada@example.com', 'ada+1@example.com'].map(of.isSuppressed));

    expect([await suppressed(bounced), await suppressed(complained)]).toEqual([
      [true, false, false],
      [true, true, true],
    ]);
  });

  it.each([
    ['a transient bounce', 'Email Bounced', bounce('Transient')],
    ['a bounce of an unknown cause', 'Email Bounced', bounce('Undetermined')],
    ['a report that a mail is no spam', 'Email Complaint Received', complaint({ complaintFeedbackType: 'not-spam' })],
  ])('suppresses nothing after %s', async (_what, type, detail) => {
    const { outcomes, isSuppressed } = await reported(type, detail);

    expect(outcomes).toEqual(['passed over', 'passed over']);
    expect(await isSuppressed('ada@example.com')).toBe(false);
  });

  it('fails for an event of another shape, which then ends in the dead-letter queue', async () => {
    await expect(reported('Email Bounced', { bounce: {} })).rejects.toThrow();
  });
});
