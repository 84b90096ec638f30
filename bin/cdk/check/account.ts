/** What was read of an account: a value, or why there is none. */
export type Reading<Value> =
  | { readonly status: 'read'; readonly value: Value }
  /** The caller may not do this: `ses:GetAccount`. */
  | { readonly status: 'denied'; readonly permission: string }
  | { readonly status: 'failed'; readonly error: string; readonly reason: string };

export interface CallerIdentity {
  readonly account: string;
  readonly arn: string;
}

export interface Stack {
  /** As CloudFormation names it: `UPDATE_COMPLETE`. */
  readonly status: string;
  readonly isProtected: boolean;
  /** `BootstrapVersion` of a bootstrap stack. */
  readonly bootstrapVersion: number | undefined;
}

export interface MailAccount {
  /** Out of the sandbox of SES, in which mail reaches verified addresses alone. */
  readonly hasProductionAccess: boolean;
  /** False while SES has paused the account. */
  readonly isSending: boolean;
}

export interface Certificate {
  /** As ACM names it: `ISSUED`, `PENDING_VALIDATION`. */
  readonly status: string;
  /** With wildcards: `*.example.com`. */
  readonly domains: readonly string[];
  readonly expiresAtMs: number | undefined;
  /** As ACM names them: `TLS_WEB_CLIENT_AUTHENTICATION`. Empty where it names none. */
  readonly extendedKeyUsages: readonly string[];
}

export interface ModelAccess {
  readonly isInRegion: boolean;
  /** Of IAM and service control policies. */
  readonly isAuthorized: boolean;
  /** The account has accepted the agreement of the model's provider. */
  readonly hasAgreement: boolean;
}

/**
 * Reads an AWS account, and changes nothing. No method throws: what AWS refuses or does not answer is part of the reading.
 * Undefined in a reading is what does not exist.
 */
export interface AccountReader {
  identity(): Promise<Reading<CallerIdentity>>;
  stack(region: string, name: string): Promise<Reading<Stack | undefined>>;
  /** Concurrent executions of Lambda functions that the account has in a region. */
  concurrency(region: string): Promise<Reading<number>>;
  mailAccount(region: string): Promise<Reading<MailAccount>>;
  /** Whether SES has verified the identity, an address or a domain. */
  mailIdentity(region: string, identity: string): Promise<Reading<boolean | undefined>>;
  certificate(region: string, arn: string): Promise<Reading<Certificate | undefined>>;
  /** By the id of a foundation model or of an inference profile. */
  model(region: string, id: string): Promise<Reading<ModelAccess | undefined>>;
  /** Whether a speech service is set up in the table of a stage. Undefined before its first deploy. */
  speechService(region: string, stage: string): Promise<Reading<boolean | undefined>>;
}
