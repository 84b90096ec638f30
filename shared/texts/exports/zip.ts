import { Zip, ZipDeflate } from 'fflate';

/** A ZIP that is written file by file: only its compressed bytes are kept. */
export interface ZipWriter {
  add(name: string, bytes: Uint8Array): void;
  /** The whole ZIP; nothing is added afterwards. */
  end(): Uint8Array;
}

/** The time of every file is that of the export, so that the same texts make the same bytes. */
export function zipWriter(writtenAt: number): ZipWriter {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  return {
    add(name, bytes) {
      const file = new ZipDeflate(name, { level: 6 });
      file.mtime = writtenAt;
      zip.add(file);
      file.push(bytes, true);
    },
    end() {
      zip.end();
      return Buffer.concat(chunks);
    },
  };
}
