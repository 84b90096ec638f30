import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { Session } from '#shared/accounts/identity/rules/session';
import type { UserId } from '#shared/foundation/core/ids';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Instant } from '#shared/foundation/core/time';

/** What one sign-in is bound to, from its beginning to its return. Each is good for one. */
export interface SignInSecrets {
  /** Comes back in the query. */
  readonly state: string;
  /** Comes back in the token. */
  readonly nonce: string;
  /** Shown when the code is exchanged; only its digest travels before (PKCE, RFC 7636). */
  readonly verifier: string;
}

/** A person whose email has been verified. */
export interface VerifiedPerson {
  /** Who it is at the provider, for good: `<issuer> <subject>`. */
  readonly subject: string;
  readonly email: string;
}

/** Where people show who they are: by OAuth's code flow, on a page that is not ours. */
export interface SignInProvider {
  /** Where the person is sent. */
  begin(secrets: SignInSecrets): Promise<string>;
  /** Who came back, with the query of the address they came back to. Throws `SignInFailed`. */
  finish(query: string, secrets: SignInSecrets): Promise<VerifiedPerson>;
  /** Where the person is sent to be signed out there as well. */
  endingPage(): string;
}

export type SignInFailure =
  /** The person did not sign in, or the page refused it. */
  | 'denied'
  /** They are known, and their address is not verified yet. */
  | 'unverified'
  /** What came back does not fit what was asked, or the provider did not answer as it should. */
  | 'broken';

export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Accounts of people who sign in, kept elsewhere. What they tell of an address is for us alone: no page may show it. */
export interface Accounts {
  /**
   * `made`: an account that waits for a code, which was sent to the address. `there`: one of that address was there
   * before, with whatever password its maker chose. `rejected` is about the password alone. Throws `AccountsBusy`.
   */
  signUp(person: { readonly email: string; readonly password: string }): Promise<'made' | 'there' | 'rejected'>;
  /** False for a code that is wrong or over, and for an address that waits for none. Throws `AccountsBusy`. */
  confirm(person: { readonly email: string; readonly code: string }): Promise<boolean>;
  /** Sends another code where one is waited for. Throws `AccountsBusy`. */
  sendAnotherCode(email: string): Promise<void>;
}

/** Too much was asked of it, by this person or by all. */
export class AccountsBusy extends Error {
  override readonly name = 'AccountsBusy';
}

/** Makes and reads personal API keys. A key is shown once; what is stored is its digest. */
export interface ApiKeys {
  make(userId: UserId): { readonly key: string; readonly digest: string };
  /** Whose key it says it is, and the digest to compare; undefined where it cannot be a key, which costs no read. */
  read(key: string): { readonly userId: UserId; readonly digest: string } | undefined;
  /** Takes as long for digests that differ early as for those that differ late. */
  sameDigest(one: string, other: string): boolean;
}

/** What makes keys, and opens and compares them. */
export interface KeyContext {
  readonly apiKeys: ApiKeys;
  readonly sealer: Sealer;
}

/** Sessions by the secret that a browser keeps, of which a digest is stored. All throw `Throttled`. */
export interface SessionStore {
  keep(secret: string, session: Session): Promise<void>;
  /** Also one that is over, for as long as it lies there. Strongly consistent: what was ended is not found again. */
  find(secret: string): Promise<Session | undefined>;
  /** What names the session of a secret without being it. */
  credentialOf(secret: string): Credential;
  /** Ends the session for every holder of the secret. Repeating it changes nothing. */
  end(secret: string): Promise<void>;
}

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

/**
 * Proofs that our sign-up page made a sign-up, for one address and a short time. The identity provider demands one, so
 * that the limits of the page hold for everyone who knows its client.
 */
export interface SignUpProofs {
  /** Throws `Throttled`. */
  make(email: string, now: Instant): Promise<string>;
  /** False for another address, a changed or invented proof, and one that is over. Throws `Throttled`. */
  isValid(proof: string, email: string, now: Instant): Promise<boolean>;
}
