import { fileLinkKeys } from '#shared/files/file-link-keys';
import { hmacFileLinks } from '#shared/files/hmac-file-links';
import type { FileLinks } from '#shared/files/ports/file-links';
import type { Surroundings } from '#shared/wiring/surroundings';

/** Links to files, signed with the deployment's own keys. */
export const fileLinksIn = ({ table, sealer, randomBytes, baseUrl }: Surroundings): FileLinks =>
  hmacFileLinks({ keys: fileLinkKeys(table, sealer, randomBytes), randomBytes, baseUrl });
