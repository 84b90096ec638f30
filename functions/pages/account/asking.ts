import { browserId } from '#shared/api/page-kit/cookies';
import { addressHash, blockHash } from '#shared/api/page-kit/page-app';
import type { PageContext } from '#shared/api/page-kit/page-kit';

/** Who asks for an account of an email address. */
export const asking = (c: PageContext, email: string) => ({
  browser: browserId(c),
  email,
  addressHash: addressHash(c),
  blockHash: blockHash(c),
});
