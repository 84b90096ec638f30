import type { UserId } from '#shared/core/ids';

/** Which user somebody is. Strongly consistent. */
export interface Directory {
  /** By who they are where they sign in. */
  userOfSubject(subject: string): Promise<UserId | undefined>;
  /** By their address, lower case: the user that was made for it last. */
  userOfEmail(email: string): Promise<UserId | undefined>;
}
