import type { UserId } from '#shared/core/ids';

/** Makes and reads personal API keys. A key is shown once; what is stored is its digest. */
export interface ApiKeys {
  make(userId: UserId): { readonly key: string; readonly digest: string };
  /** Whose key it says it is, and the digest to compare; undefined where it cannot be a key, which costs no read. */
  read(key: string): { readonly userId: UserId; readonly digest: string } | undefined;
  /** Takes as long for digests that differ early as for those that differ late. */
  sameDigest(one: string, other: string): boolean;
}
