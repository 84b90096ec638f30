import type { MemberId } from '#shared/foundation/core/ids';

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

/**
 * The form in which email addresses are compared (docs/limits-and-rules.md#members): trimmed, with ASCII letters in
 * lower case. Unicode has letters whose lower case is an ASCII letter, such as the Kelvin sign; folding them would let
 * one person register the address of another.
 */
export const comparableEmail = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The people with an email once each, compared as `comparableEmail`: the first of several stays. Those without one all stay. */
export const uniqueByEmail = <One extends { readonly email: string | null }>(
  people: readonly One[],
): readonly One[] => {
  const seen = new Set<string>();
  return people.filter(({ email }) => {
    if (email === null) return true;
    const known = seen.size;
    return seen.add(comparableEmail(email)).size > known;
  });
};

/** The part after the at sign, in comparable form. */
export const domainOf = (email: string): string => comparableEmail(email.slice(email.lastIndexOf('@') + 1));

/** Two domains of the same mailboxes, which ignore dots in the local part. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * One text for the addresses that lead to the same mailbox: without what follows a plus sign in the local part, and
 * without its dots where it is Gmail's. For what is sent to a mailbox alone; who a person is, `comparableEmail` decides.
 */
export function mailboxOf(email: string): string {
  const comparable = comparableEmail(email);
  const at = comparable.lastIndexOf('@');
  const local = comparable.slice(0, at);
  const domain = comparable.slice(at + 1);
  // A plus sign that the local part begins with is a part of it.
  const tagAt = local.indexOf('+', 1);
  const plain = tagAt === -1 ? local : local.slice(0, tagAt);
  return GMAIL.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

/** One at sign with something on both sides and a dot after it: what is sent there decides the rest. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

/** Trimmed and in lower case; undefined where it is no address. */
export function emailIn(text: string): string | undefined {
  const email = comparableEmail(text);
  return EMAIL.test(email) && email.isWellFormed() ? email : undefined;
}
