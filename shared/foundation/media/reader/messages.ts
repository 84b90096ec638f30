import type { MediaFacts, MediaFault } from '#shared/foundation/media/rules/media-facts';

/** What the process that reads media is sent: a file to read, then the ranges that it asked for. */
export type ToMediaProcess =
  | { readonly kind: 'file'; readonly sizeBytes: number }
  | { readonly kind: 'bytes'; readonly nth: number; readonly bytes: Uint8Array };

/** What it sends: ranges that it asks for, then its answer. */
export type FromMediaProcess =
  | { readonly kind: 'range'; readonly nth: number; readonly firstByte: number; readonly endByte: number }
  | { readonly kind: 'answer'; readonly facts: MediaFacts | MediaFault };
