import { endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { FileId } from '#shared/foundation/core/ids';
import type { FileLinks, FileStorage } from '#shared/foundation/files/ports';
import { files } from '#shared/foundation/files/store';
import type { countServedFile } from '#shared/texts/downloads/commands/count-served-file';
import type { RefuseMoreDownloads } from '#shared/texts/downloads/ports';

/** What this group has beside the context of every endpoint. */
export interface FilesContext extends AppContext {
  readonly files: FileStorage;
  readonly links: FileLinks;
  readonly refuseMoreDownloads: RefuseMoreDownloads;
  readonly countServedFile: ReturnType<typeof countServedFile>;
}

export const fileEndpoint = endpointWith<FilesContext>();

interface ById {
  readonly context: FilesContext;
  readonly params: { readonly id: FileId };
}

/** An uploaded file: the copies of brand kits are not resources of their own. */
export async function findUploaded({ context, params }: ById) {
  const file = await files.find(context.table, params.id);
  return file?.state.copyFor === null ? file : undefined;
}
