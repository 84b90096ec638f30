import type { FileStorage } from '#shared/files/ports';

/** A file storage in memory. Links contain the key of the file and their expiry. */
export function inMemoryFiles(): FileStorage & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    async put(key, bytes) {
      files.set(key, bytes);
    },
    async putNew(key, bytes) {
      if (files.has(key)) return false;
      files.set(key, bytes);
      return true;
    },
    get: async (key) => files.get(key),
    async remove(key) {
      files.delete(key);
    },
    async removeSome(prefix) {
      const some = [...files.keys()].filter((key) => key.startsWith(prefix)).slice(0, 1000);
      for (const key of some) files.delete(key);
      return some.length > 0;
    },
    linkTo: async (key, { expiresAt }) => `https://files.example.test/${key}?until=${expiresAt}`,
  };
}
