import type { Instant } from '#shared/core/time';
import type { SignInSecrets } from '#shared/identity/ports/sign-in-provider';

/** A sign-in that has begun: the person is on the other page. */
export interface SignInAttempt extends SignInSecrets {
  /** Stands for the browser that it began in; it ends in no other. */
  readonly browser: string;
  /** A path of ours to go on to. */
  readonly next: string;
  readonly endsAt: Instant;
}

/** By state, of which a digest is stored. All throw `Throttled`. */
export interface SignInAttempts {
  keep(attempt: SignInAttempt): Promise<void>;
  /** Takes it away; of many who try at once one gets it. Also one that is over. */
  take(state: string): Promise<SignInAttempt | undefined>;
}
