/** What the consent page shows of a client. */
interface ShownClient {
  readonly name: string;
  readonly redirectHost: string;
}

/**
 * Whether two grants of a user are of one client: a client that connects again may have registered anew, and takes the place
 * of its former grant.
 */
export const isSameClient = (one: ShownClient, other: ShownClient): boolean =>
  one.name === other.name && one.redirectHost === other.redirectHost;
