import type { IngestionId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { MediaSource } from '#shared/texts/ingestions/rules/ingestion';
import type { SealedSource } from '#shared/texts/orders/rules/order-ingestion';

interface Of {
  readonly workspaceId: WorkspaceId;
  readonly ingestionId: IngestionId;
}

/** The key of an upload is no secret; the query of a public URL may be one. */
export const sealSource = async (sealer: Sealer, source: MediaSource, of: Of): Promise<SealedSource> =>
  source.kind === 'upload' ? source : { kind: 'url', sealedUrl: await sealer.seal(source.url, contextOf(of)) };

/** Throws `DecryptionFailed`. */
export const openSource = async (sealer: Pick<Sealer, 'open'>, source: SealedSource, of: Of): Promise<MediaSource> =>
  source.kind === 'upload' ? source : { kind: 'url', url: await sealer.open(source.sealedUrl, contextOf(of)) };

const contextOf = ({ workspaceId, ingestionId }: Of) => ({ workspace: workspaceId, resource: ingestionId });
