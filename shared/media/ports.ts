/** A file whose bytes are read in ranges, such as an object of S3. An outage throws. */
export interface RangedFile {
  readonly sizeBytes: number;
  /** The bytes from `firstByte` up to and without `endByte`, which is after it and at most `sizeBytes`. */
  read(firstByte: number, endByte: number): Promise<Uint8Array>;
}
