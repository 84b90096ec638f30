import { type IngestionId, idOf, type UploadId } from '#shared/foundation/core/ids';
import { INGESTION_FAULTS } from '#shared/texts/ingestions/rules/ingestion';

/** Why the file of an order is not stored: what is wrong with it, or that it has no room in the workspace. */
export const INGESTION_FAILURES = [...INGESTION_FAULTS, 'usage_limit'] as const;
export type IngestionFailure = (typeof INGESTION_FAILURES)[number];

/** The media file that an order makes a text of, on its way into our storage. */
export type OrderIngestion = {
  readonly id: IngestionId;
  /** Where it comes from, without the query, which may hold a key. */
  readonly url: string;
  /** Of an ended one that was an upload; absent in those that ended before orders were run again. */
  readonly uploadId?: UploadId;
} & (
  | { readonly state: 'pending' | 'processing'; readonly source: SealedSource }
  /** `durationSeconds` is that of the audio, `audioTracks` absent from files of before they were counted. */
  | {
      readonly state: 'done';
      readonly sizeBytes: number;
      readonly durationSeconds: number;
      readonly audioTracks?: number;
      readonly contentType: string;
    }
  | { readonly state: 'failed'; readonly failureReason: IngestionFailure }
  | { readonly state: 'canceled' }
);

/** An upload, by the key of its object, or a public URL, which is sealed since it may give access. */
export type SealedSource =
  | { readonly kind: 'upload'; readonly key: string }
  | { readonly kind: 'url'; readonly sealedUrl: string };

export type EndedIngestion = Extract<OrderIngestion, { readonly state: 'done' | 'failed' }>;

export const isUnfinishedIngestion = (
  ingestion: OrderIngestion,
): ingestion is Extract<OrderIngestion, { readonly source: SealedSource }> => 'source' in ingestion;

/** A file at a URL of others that is still to be stored. */
export const isDownload = (ingestion: OrderIngestion): boolean =>
  isUnfinishedIngestion(ingestion) && ingestion.source.kind === 'url';

/** The upload that the file is; undefined for a URL of others, whatever it ends in. */
export const uploadIdOf = (ingestion: OrderIngestion): UploadId | undefined =>
  isUnfinishedIngestion(ingestion) && ingestion.source.kind === 'upload'
    ? idOf('upl', ingestion.source.key.split('/').at(-1))
    : ingestion.uploadId;

/** The same file in another state; its source is kept no longer. */
export function identityOf(ingestion: OrderIngestion) {
  const { id, url } = ingestion;
  const uploadId = uploadIdOf(ingestion);
  return { id, url, ...(uploadId && { uploadId }) };
}

export const canceledIngestion = (ingestion: OrderIngestion): OrderIngestion =>
  isUnfinishedIngestion(ingestion) ? { ...identityOf(ingestion), state: 'canceled' } : ingestion;
