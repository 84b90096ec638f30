import type { WorkspaceId } from '#shared/foundation/core/ids';

/**
 * Keyed hashes of the people of one workspace: without the key of the deployment no one can tell whose they are, not even
 * by trying addresses. 43 URL-safe characters each.
 */
export interface PersonHasher {
  /** Of an address, in comparable form. */
  address(email: string): string;
  /** Of a name, in any case and width. */
  name(name: string): string;
}

/** The key is read, or created, once per execution environment. Throws where it is out of reach. */
export type PersonHashes = (workspace: WorkspaceId) => Promise<PersonHasher>;
