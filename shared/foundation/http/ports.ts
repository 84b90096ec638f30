import type { WorkspaceId } from '#shared/foundation/core/ids';

/** The keyed hash of a caller's address, another one in each workspace. */
export type AddressHashes = (workspace: WorkspaceId, address: string) => string;

/** Signs the positions of lists, so that a caller cannot alter them. The key is read once per execution environment. */
export interface CursorSigner {
  sign(position: string, context: string): Promise<string>;
  /** Undefined for a cursor that was altered, or made for other filters. */
  verify(cursor: string, context: string): Promise<string | undefined>;
}

/**
 * Hands a request of the gateway on to the function of a group, and its answer back. Throws `Throttled` when the
 * function takes no more at the moment, anything else when it broke.
 */
export interface EndpointGroups<Request, Answer> {
  call(group: string, request: Request): Promise<Answer>;
}
