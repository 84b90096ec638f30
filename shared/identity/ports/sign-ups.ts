import type { Instant } from '#shared/core/time';

/** An address that was signed up, in one browser. */
export interface SignUp {
  /** Stands for the browser. */
  readonly browser: string;
  readonly email: string;
}

/** Which browser made which account, until its code is typed in. All throw `Throttled`. */
export interface SignUps {
  /** Kept as long whether it made an account or found one there, so that neither takes longer. Never takes back that it made one. */
  keep(signUp: SignUp, outcome: { readonly madeIt: boolean; readonly endsAt: Instant }): Promise<void>;
  /** Whether the account at that address was made in that browser, not too long ago. */
  madeIn(signUp: SignUp, now: Instant): Promise<boolean>;
}
