import type { AppContext } from '#shared/api/http/ports';
import { fileLinkKeys } from '#shared/foundation/files/file-link-keys';
import { hmacFileLinks } from '#shared/foundation/files/hmac-file-links';
import type { FileLinks } from '#shared/foundation/files/ports';

type Given = Pick<AppContext, 'table' | 'sealer' | 'randomBytes' | 'baseUrl'>;

/** Links to files, signed with the deployment's own keys. */
export const fileLinksIn = ({ table, sealer, randomBytes, baseUrl }: Given): FileLinks =>
  hmacFileLinks({ keys: fileLinkKeys(table, sealer, randomBytes), randomBytes, baseUrl });
