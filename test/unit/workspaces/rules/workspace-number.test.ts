import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { workspaceNumber } from '#shared/accounts/workspaces/rules/save-workspace';
import { describe, expect, it } from '#test/support/jest';

describe('the number of a workspace', () => {
  it('has nine digits for all random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        expect(String(workspaceNumber(() => bytes))).toMatch(/^[1-9]\d{8}$/);
      }),
    );
    expect(new Set(Array.from({ length: 200 }, () => workspaceNumber(randomBytes))).size).toBe(200);
  });
});
