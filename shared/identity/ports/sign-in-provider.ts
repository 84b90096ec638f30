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
