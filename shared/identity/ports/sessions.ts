import type { Session } from '#shared/identity/rules/session';

/** Sessions by the secret that a browser keeps, of which a digest is stored. All throw `Throttled`. */
export interface SessionStore {
  keep(secret: string, session: Session): Promise<void>;
  /** Also one that is over, for as long as it lies there. Strongly consistent: what was ended is not found again. */
  find(secret: string): Promise<Session | undefined>;
  /** Ends the session for every holder of the secret. Repeating it changes nothing. */
  end(secret: string): Promise<void>;
}
