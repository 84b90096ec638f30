import type { FileLinks } from '#shared/ports/file-links';
import { hmacFileLinks } from '#shared/providers/hmac-file-links';
import { fileLinkKeys } from '#shared/storage/file-link-keys';
import type { Surroundings } from '#shared/wiring/surroundings';

/** Links to files, signed with the deployment's own keys. */
export const fileLinksIn = ({ table, sealer, randomBytes, baseUrl }: Surroundings): FileLinks =>
  hmacFileLinks({ keys: fileLinkKeys(table, sealer, randomBytes), randomBytes, baseUrl });
