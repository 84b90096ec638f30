import { fileLinkKeys } from '#shared/files/file-link-keys';
import { hmacFileLinks } from '#shared/files/hmac-file-links';
import type { FileLinks } from '#shared/files/ports';
import type { AppContext } from '#shared/http/ports';

type Given = Pick<AppContext, 'table' | 'sealer' | 'randomBytes' | 'baseUrl'>;

/** Links to files, signed with the deployment's own keys. */
export const fileLinksIn = ({ table, sealer, randomBytes, baseUrl }: Given): FileLinks =>
  hmacFileLinks({ keys: fileLinkKeys(table, sealer, randomBytes), randomBytes, baseUrl });
