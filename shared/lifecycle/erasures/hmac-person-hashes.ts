import { createHmac } from 'node:crypto';
import { comparableEmail } from '#shared/foundation/core/people';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';
import { searchable } from '#shared/meetings/people/rules/person';

/** Where the key is (`deploymentKey`). It is never replaced: with another key, those who were erased would come back. */
export const ERASURE_KEY = { row: 'ERASURE_KEY', resource: 'erasure-key' } as const;

/** HMAC-SHA-256 of what is hashed, with the workspace: the same address has another hash elsewhere. */
export const hmacPersonHashes =
  (findKey: () => Promise<Uint8Array>): PersonHashes =>
  async (workspace) => {
    const key = await findKey();
    const hash = (kind: string, text: string) =>
      createHmac('sha256', key).update(`${workspace}\n${kind}\n${text}`).digest('base64url');
    return {
      address: (email) => hash('address', comparableEmail(email)),
      name: (name) => hash('name', searchable(name).trim()),
    };
  };
