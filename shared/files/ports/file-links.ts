import type { FileId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

/** Links to the bytes of a file that anyone can follow who has one. */
export interface FileLinks {
  /** A link of its own at every call, good for a year. */
  to(file: FileId, now: Instant): Promise<string>;
  /** Whether we signed this, and it is not over. */
  holds(file: FileId, signed: SignedLink, now: Instant): Promise<boolean>;
}

/** The two parameters of a link, as they were sent. */
export interface SignedLink {
  readonly expires: string;
  readonly signature: string;
}
