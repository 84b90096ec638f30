import type { CallerIdentity, Certificate, MailAccount, ModelAccess, Reading, Stack } from '#bin/cdk/check/account';
import type { DeploymentOptions } from '#lib/config';

/** What is to be deployed, and what was read of the account, at one moment. */
export interface Facts {
  readonly stage: DeployedStage;
  readonly nowMs: number;
  readonly context: ContextFacts;
  readonly region: string | undefined;
  readonly identity: Reading<CallerIdentity>;
  /** Undefined without a region or credentials: nothing else can be read then. */
  readonly account: AccountFacts | undefined;
}

export type DeployedStage = 'sandbox' | 'production';

export interface ContextFacts {
  readonly options: DeploymentOptions;
  /** Names of required values that are missing. */
  readonly missing: readonly string[];
  /** Why the values cannot be read. */
  readonly error: string | undefined;
  /** Undefined without `clientAuthorities`. */
  readonly authorities: AuthoritiesFile | undefined;
}

/** The certificates of a PEM file, or why it cannot be read. */
export type AuthoritiesFile =
  | { readonly path: string; readonly expireAtMs: readonly number[] }
  | { readonly path: string; readonly error: string };

export interface AccountFacts {
  readonly region: string;
  readonly id: string;
  /** In each region that is deployed to. */
  readonly bootstraps: readonly { readonly region: string; readonly stack: Reading<Stack | undefined> }[];
  readonly stacks: readonly {
    readonly region: string;
    readonly name: string;
    readonly stack: Reading<Stack | undefined>;
  }[];
  readonly concurrency: Reading<number>;
  readonly neededConcurrency: number;
  readonly mail: MailFacts | undefined;
  readonly certificates: readonly CertificateFacts[];
  /** Whether the stage has a speech service; undefined before its first deploy. */
  readonly speech: Reading<boolean | undefined>;
  readonly models: readonly { readonly id: string; readonly access: Reading<ModelAccess | undefined> }[];
}

export interface MailFacts {
  readonly from: string;
  /** The SES identity that Cognito and the service send by. */
  readonly identity: string;
  readonly isVerified: Reading<boolean | undefined>;
  readonly account: Reading<MailAccount>;
}

export interface CertificateFacts {
  /** Its name in the context. */
  readonly name: 'certificate' | 'originCertificate' | 'clientCertificate';
  readonly arn: string;
  /** Where it has to be. */
  readonly region: string;
  /** What it has to cover; undefined for a client certificate, and where the context lacks the domain. */
  readonly domain: string | undefined;
  /** Undefined where the ARN is of another region, or no ARN. */
  readonly found: Reading<Certificate | undefined> | undefined;
}
