import { createHash } from 'node:crypto';
import type { StoredMedia } from '#shared/texts/ingestions/ports';
import type { inMemoryFiles } from '#test/support/in-memory-files';

/** Media files among the files in memory. */
export const inMemoryMedia = ({ files, put }: ReturnType<typeof inMemoryFiles>): StoredMedia => ({
  async find(key) {
    const bytes = files.get(key);
    return bytes && { sizeBytes: bytes.length, etag: etagOf(bytes) };
  },
  async copy({ from, etag, to }) {
    const bytes = files.get(from);
    if (!bytes || etagOf(bytes) !== etag) return 'changed';
    await put(to, bytes, '');
    return 'copied';
  },
  open: (key, sizeBytes) => ({
    sizeBytes,
    async read(firstByte, endByte) {
      const bytes = files.get(key);
      if (!bytes) throw new Error('There is no such file.');
      return bytes.subarray(firstByte, endByte);
    },
  }),
});

const etagOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
