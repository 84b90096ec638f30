import { createHash } from 'node:crypto';
import type { FileStorage, MultipartStorage } from '#shared/foundation/files/ports';

interface InMemoryFiles extends FileStorage {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly uploads: MultipartStorage;
  /** Multipart uploads that are neither completed nor aborted. */
  readonly openUploads: ReadonlyMap<string, unknown>;
}

/** A file storage in memory. Links contain the key of the file and their expiry. */
export function inMemoryFiles(stored: Iterable<readonly [string, Uint8Array]> = []): InMemoryFiles {
  const files = new Map<string, Uint8Array>(stored);
  const openUploads = new Map<string, Map<number, Uint8Array>>();
  return {
    files,
    openUploads,
    uploads: uploadsInto(files, openUploads),
    async put(key, bytes) {
      files.set(key, bytes);
    },
    async putNew(key, bytes) {
      if (files.has(key)) return false;
      files.set(key, bytes);
      return true;
    },
    async get(key, bytesToRead) {
      const bytes = files.get(key);
      return bytes && bytesToRead ? bytes.subarray(0, await bytesToRead(bytes.length)) : bytes;
    },
    async getTagged(key) {
      const bytes = files.get(key);
      return bytes && { bytes, etag: etagOf(bytes) };
    },
    async replace(key, bytes, { etag }) {
      const there = files.get(key);
      if ((there && etagOf(there)) !== etag) return false;
      files.set(key, bytes);
      return true;
    },
    async remove(key) {
      files.delete(key);
    },
    keys: async (prefix, after = '') =>
      [...files.keys()]
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort()
        .slice(0, 1000),
    async removeSome(prefix) {
      const some = [...files.keys()].filter((key) => key.startsWith(prefix)).slice(0, 1000);
      for (const key of some) files.delete(key);
      return some.length > 0;
    },
    linkTo: async (key, { expiresAt }) => `https://files.example.test/${key}?until=${expiresAt}`,
  };
}

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Multipart uploads into the same files, with parts of any size. */
function uploadsInto(files: Map<string, Uint8Array>, open: Map<string, Map<number, Uint8Array>>): MultipartStorage {
  let begun = 0;
  return {
    async begin(key) {
      begun += 1;
      const uploadId = String(begun);
      open.set(uploadId, new Map());
      return { key, uploadId };
    },
    async putPart({ uploadId }, number, bytes) {
      open.get(uploadId)?.set(number, Uint8Array.from(bytes));
      return open.has(uploadId) ? 'stored' : 'gone';
    },
    async complete({ key, uploadId }, { parts, sizeBytes }) {
      const stored = open.get(uploadId);
      if (!stored) return 'gone';
      const whole = Buffer.concat([...stored].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));
      if (stored.size !== parts || whole.length !== sizeBytes) return 'incomplete';
      open.delete(uploadId);
      files.set(key, whole);
      return 'completed';
    },
    async abort({ uploadId }) {
      open.delete(uploadId);
    },
    sizeOf: async (key) => files.get(key)?.length,
    async readRange(key, firstByte, lastByte) {
      const bytes = files.get(key);
      if (!bytes) throw new Error('There is no such file.');
      return bytes.subarray(firstByte, lastByte + 1);
    },
    async digestOf(key, algorithm) {
      const bytes = files.get(key);
      const name = algorithm === 'md5' ? 'md5' : 'sha256';
      return bytes && createHash(name).update(bytes).digest('base64');
    },
  };
}
