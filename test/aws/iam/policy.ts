/** A statement of an identity policy whose intrinsic functions are resolved. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Values by condition key, by operator. */
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** What AWS asks of a policy for one action of a request. */
export interface AccessRequest {
  /** `dynamodb:PutItem`. */
  readonly action: string;
  /** An ARN, or `*` for an action without resources. */
  readonly resource: string;
  /** Values by condition key; of a key with several values, all of them. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}
