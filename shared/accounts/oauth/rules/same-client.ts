/** What the consent page shows of a client. */
interface ShownClient {
  readonly name: string;
  /** As `redirectHost` gives it: a host, with its port where that is not the usual one, or the scheme of an application. */
  readonly redirectHost: string;
}

/**
 * Whether two grants of a user are of one client: a client that connects again may have registered anew, and takes the place
 * of its former grant. A program on the user's machine may listen on another port each time (RFC 8252, section 7.3).
 */
export const isSameClient = (one: ShownClient, other: ShownClient): boolean =>
  one.name === other.name && placeOf(one.redirectHost) === placeOf(other.redirectHost);

const OWN_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const placeOf = (redirectHost: string): string =>
  OWN_MACHINE.test(redirectHost) ? 'the machine of the user' : redirectHost;
