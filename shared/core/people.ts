import type { MemberId } from '#shared/core/ids';

/** Someone on an invite. Null is unknown, never guessed. */
export interface Person {
  readonly name: string | null;
  readonly email: string | null;
  /** Set when the person is a member of the meeting's workspace. */
  readonly memberId: MemberId | null;
}

export type AttendeeResponse = 'accepted' | 'declined' | 'tentative' | 'needs_action';

export interface Attendee extends Person {
  readonly response: AttendeeResponse;
}

/** The part after the at sign, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
