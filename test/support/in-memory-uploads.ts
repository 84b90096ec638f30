import { later } from '#shared/foundation/core/time';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { LINK_LIFE_MS } from '#shared/texts/uploads/rules/upload';

interface Files {
  readonly files: ReadonlyMap<string, Uint8Array>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}

export interface InMemoryUploads extends UploadStorage {
  /** Stores a part, as a `PUT` to its link does, and returns its ETag. */
  putPart(key: string, number: number, bytes: Uint8Array): string;
}

const ORIGIN = 'https://files.example.test';

/** Uploads into files in memory. Links name their key, their part with its length, and their end. */
export function inMemoryUploads({ files, put }: Files): InMemoryUploads {
  const open = new Map<string, Map<number, { readonly etag: string; readonly bytes: Uint8Array }>>();
  const nameOf = (key: string, multipartId: string) => `${key} ${multipartId}`;
  return {
    urlOf: async (key) => `${ORIGIN}/${key}`,
    async begin(key) {
      const multipartId = `multipart-${open.size + 1}`;
      open.set(nameOf(key, multipartId), new Map());
      return multipartId;
    },
    putPart(key, number, bytes) {
      const [, parts] = [...open].find(([name]) => name.startsWith(`${key} `)) ?? [];
      const etag = `"part-${number}-${bytes.length}"`;
      parts?.set(number, { etag, bytes });
      return etag;
    },
    async complete({ key, multipartId }, etags) {
      const parts = open.get(nameOf(key, multipartId));
      if (!parts) return files.has(key) ? 'completed' : 'gone';
      if (etags.some((etag, at) => parts.get(at + 1)?.etag !== etag)) return 'invalid_parts';
      open.delete(nameOf(key, multipartId));
      await put(key, Buffer.concat(etags.map((_, at) => parts.get(at + 1)?.bytes ?? new Uint8Array())), '');
      return 'completed';
    },
    signPut: async (key, now, size, until = later(now, LINK_LIFE_MS)) =>
      `${ORIGIN}/${key}?${size === undefined ? '' : `length=${size}&`}until=${until}`,
    signParts: async ({ key }, sizesBytes, now) =>
      sizesBytes.map((size, at) => `${ORIGIN}/${key}?part=${at + 1}&length=${size}&until=${later(now, LINK_LIFE_MS)}`),
  };
}
