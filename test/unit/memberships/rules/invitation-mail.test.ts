import { invitationMail, isMailed, writtenInvitation } from '#shared/accounts/memberships/rules/invitation-mail';
import { accepted, invited, invitedAgain } from '#shared/accounts/memberships/rules/membership';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

const invitation = invited({ id: anId('mbr'), workspaceId: anId('wks'), email: 'ada@acme.test', role: 'guest' }, noon);

describe('the mail of an invitation', () => {
  it('escapes the name of the workspace, and has the link and the unsubscription in both parts', () => {
    const { html, text } = writtenInvitation({
      invitation,
      workspace: { name: '<img src=x onerror=alert(1)>', ownerEmail: 'owner@acme.test' },
      appUrl: 'https://app.example.test',
      unsubscribeUrl: 'https://app.example.test/unsubscribe?token=a&b',
    });

    expect(html).not.toContain('<img');
    for (const part of [html, text]) {
      expect(part).toContain(`https://app.example.test/app/invitations/${invitation.id}`);
      expect(part).toContain('https://app.example.test/unsubscribe?token=a');
      expect(part).toContain('of owner@acme.test, as a guest, who can read.');
    }
  });

  it('makes no link of the name of the workspace, in the subject or in either part', () => {
    const { subject, html, text } = writtenInvitation({
      invitation,
      workspace: { name: 'verify-paypal.com', ownerEmail: 'owner@acme.test' },
      appUrl: 'https://app.example.test',
      unsubscribeUrl: 'https://app.example.test/unsubscribe',
    });

    for (const part of [subject, html, text]) {
      expect(part).toContain('verify-paypal.\u2060com');
      expect(part).not.toContain('paypal.com');
    }
  });

  it('is sent while the invitation is as it was: not when it was accepted, sent again, or is too old', () => {
    const job = invitationMail(invitation);
    const soon = later(noon, SECOND_MS);
    const again = invitedAgain(invitation, 'guest', { userId: anId('usr'), role: 'owner' }, soon);
    const active = accepted(invitation, { userId: anId('usr'), email: 'ada@acme.test' }, soon);

    expect([invitation, again, active].map((one) => isMailed(one, job, soon))).toEqual([true, false, false]);
    expect(isMailed(invitation, job, later(noon, 7 * 86_400 * SECOND_MS))).toBe(false);
  });
});
