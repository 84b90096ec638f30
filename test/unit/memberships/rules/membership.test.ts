import fc from 'fast-check';
import { invited, joined, mayGive, requireMayRemove, withRole } from '#shared/accounts/memberships/rules/membership';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import { describe, expect, it } from '#test/support/jest';
import { noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';

const roles = fc.constantFrom(...ALL_ROLES);
const place = { id: anId('mbr'), workspaceId: anId('wks'), email: 'ada@acme.test' };
const other = anId('usr', 'other');

const isAllowed = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

describe('who changes memberships', () => {
  it('are owners, and admins where no owner is concerned', () => {
    fc.assert(
      fc.property(roles, roles, roles, (own, before, after) => {
        const expected = own === 'owner' || (own === 'admin' && before !== 'owner' && after !== 'owner');
        const membership = joined({ ...place, userId: anId('usr'), role: before }, noon);

        expect(isAllowed(() => withRole(membership, after, { role: own }))).toBe(expected);
        expect(mayGive({ role: own }, before, after)).toBe(expected);
      }),
    );
  });

  it('is each user for the own membership, which may end with any role', () => {
    fc.assert(
      fc.property(roles, (role) => {
        const membership = joined({ ...place, userId: anId('usr'), role }, noon);

        expect(isAllowed(() => requireMayRemove(membership, { userId: anId('usr'), role }))).toBe(true);
      }),
    );
  });

  it('is for memberships of others, and for invitations, as for their roles', () => {
    fc.assert(
      fc.property(roles, roles, (own, role) => {
        const membership = joined({ ...place, userId: anId('usr'), role }, noon);
        const actor = { userId: other, role: own };

        for (const one of [membership, invited({ ...place, role }, noon)])
          expect(isAllowed(() => requireMayRemove(one, actor))).toBe(mayGive(actor, role));
      }),
    );
  });
});
