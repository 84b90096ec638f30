import { addressHashOf } from '#shared/accounts/mail/suppressions-store';
import { readUnsubscribeToken, unsubscribeUrl } from '#shared/accounts/mail/unsubscribe-links';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';

const WORKSPACE = 'wks_00000000000000000000000000' as WorkspaceId;
const subscription = {
  workspaceId: WORKSPACE,
  kind: 'summary',
  addressHash: addressHashOf('ada@example.com'),
} as const;
const key = async () => new Uint8Array(32);
const read = readUnsubscribeToken(key);

async function aToken(): Promise<string> {
  const url = await unsubscribeUrl({ key, appUrl: 'https://app.example.test' })(subscription);
  return new URL(url).searchParams.get('token') ?? '';
}

describe('the token of an unsubscribe link', () => {
  it('leads to the workspace, the kind and the hash of the address', async () => {
    expect(await read(await aToken())).toEqual(subscription);
  });

  it('is refused when any character of it was changed', async () => {
    const token = await aToken();
    const changed = [...token].map(
      (character, at) => `${token.slice(0, at)}${character === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`,
    );

    // The last character of base64url stands for four bits of the hash: two spellings mean the same.
    const read64 = await Promise.all(changed.slice(0, -1).map(read));

    expect(read64.filter((one) => one !== undefined)).toEqual([]);
  });

  it.each(['', 'x', 'a.b.c.d'])('is refused as %j', async (token) => {
    expect(await read(token)).toBeUndefined();
  });

  it('is refused by a deployment with another key, or without one', async () => {
    const token = await aToken();

    expect(await readUnsubscribeToken(async () => new Uint8Array(32).fill(1))(token)).toBeUndefined();
    expect(await readUnsubscribeToken(async () => undefined)(token)).toBeUndefined();
  });
});
