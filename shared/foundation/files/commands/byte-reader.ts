/** Reads a stream piece by piece into buffers of any size. */
export interface ByteReader {
  /**
   * Fills the buffer until it is full, the stream ends, or `afterPiece` says to stop; returns how many bytes it has. Throws
   * what the stream or `afterPiece` throws.
   */
  fill(into: Uint8Array, afterPiece: (read: number) => Promise<'stop' | 'continue'>): Promise<number>;
  /** Whether no byte is left. Reads ahead. */
  isEnded(): Promise<boolean>;
  /** Ends the stream early. */
  close(): Promise<void>;
}

const NOTHING: Uint8Array = new Uint8Array();

export function byteReader(stream: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = NOTHING;
  let isOver = false;

  const next = async (): Promise<Uint8Array> => {
    while (rest.length === 0 && !isOver) {
      const { done, value } = await pieces.next();
      if (done) isOver = true;
      else rest = value;
    }
    return rest;
  };

  return {
    async fill(into, afterPiece) {
      let read = 0;
      while (read < into.length) {
        const piece = await next();
        if (piece.length === 0) return read;
        const taken = piece.subarray(0, into.length - read);
        into.set(taken, read);
        rest = piece.subarray(taken.length);
        read += taken.length;
        if ((await afterPiece(read)) === 'stop') return read;
      }
      return read;
    },

    isEnded: async () => (await next()).length === 0,

    async close() {
      // A stream that fails while it is ended has nothing left to say.
      await Promise.resolve(pieces.return?.()).catch(() => undefined);
    },
  };
}
