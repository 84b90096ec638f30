import type { MemberId, OutboxId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';

/**
 * A person who was erased, as the job has them that removes what is left. A type and not an interface, since it is stored
 * as JSON. It holds no address: the keyed hash says what is theirs.
 */
export type PersonErasure = {
  readonly workspaceId: WorkspaceId;
  /** Null where nothing was recorded of them. */
  readonly personId: PersonId | null;
  /** The removed member that they were. */
  readonly memberId?: MemberId;
  readonly addressHash: string;
};

/** A stored event that may name erased people. A type and not an interface, since it is stored as JSON. */
export type LateEvent = { readonly workspaceId: WorkspaceId; readonly outboxId: OutboxId };

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A person was erased: they are to be removed from what the workspace has. */
    'job.person_erasure': { readonly content: PersonErasure };
    /** An event was fanned out late in a workspace that erases people: they are to be removed from it. */
    'job.person_event': { readonly content: LateEvent };
  }
}

/** Someone with a name or an address, as an invite, a bot or a recorder names them. */
export interface Named {
  readonly name: string | null;
  readonly email: string | null;
}

/** Whether someone was erased: by their address, and where they have none, by their name. */
export type IsErased = (person: Named) => boolean;

export const NO_ONE_ERASED: IsErased = () => false;
