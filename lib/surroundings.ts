import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StageConfig } from './config.ts';

/** The built code of an entry point, for example of `workers/sweeper`. */
export type CodeFor = (entry: string) => Code;

/** What every part of the service stack stands in. */
export interface AppContext {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  /** Told to every function; no permission hangs on any of it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly alarms: ITopic;
}

/** `rapporteur-<stage>-<part>`: names that the runbook can print. */
export const named = (config: StageConfig, part: string): string => `rapporteur-${config.stage}-${part}`;
