import { createHmac } from 'node:crypto';
import type { AddressHashes } from '#shared/foundation/http/ports';

/**
 * HMAC-SHA-256 of the hash of an address (`callerAddress`) with its workspace, 22 characters: equal addresses are equal
 * within a workspace, and without the key none can be looked up by trying them all. The key is that of list cursors,
 * whose HMACs begin with another text.
 */
export const hmacAddressHashes =
  (findKey: () => Promise<Uint8Array>): (() => Promise<AddressHashes>) =>
  async () => {
    const key = await findKey();
    return (workspace, address) =>
      createHmac('sha256', key).update(`audit address\n${workspace}\n${address}`).digest('base64url').slice(0, 22);
  };
