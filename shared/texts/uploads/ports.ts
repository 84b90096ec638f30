import type { Instant } from '#shared/foundation/core/time';

/** The bytes of uploads. An outage throws; every call but `begin` may be repeated. */
export interface UploadStorage {
  /** The URL of an object, without a signature. */
  urlOf(key: string): Promise<string>;
  /** Begins a multipart upload and returns its id. Unfinished ones are deleted after a day. */
  begin(key: string): Promise<string>;
  /**
   * Makes the parts a file; `etags` are those of the parts 1, 2, 3 and so on. `invalid_parts`: one of them was not
   * uploaded, or has another ETag. `gone`: the upload was aborted or was open for more than a day.
   */
  complete(upload: OpenUpload, etags: readonly string[]): Promise<'completed' | 'invalid_parts' | 'gone'>;
  /**
   * A link that takes a `PUT` of a whole file for an hour, or until an earlier end, signed with the length of the file in
   * bytes where that is known.
   */
  signPut(key: string, now: Instant, sizeBytes: number | undefined, until?: Instant): Promise<string>;
  /** Links that take a `PUT` of one part each for an hour. Each is signed with the length of its part, in bytes. */
  signParts(upload: OpenUpload, sizesBytes: readonly number[], now: Instant): Promise<readonly string[]>;
}

/** A multipart upload that is not completed. */
export interface OpenUpload {
  readonly key: string;
  readonly multipartId: string;
}
