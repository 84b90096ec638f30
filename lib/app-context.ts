import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StageConfig } from './config.ts';

/** The built code of an entry point, for example of `workers/sweeper`. */
export type CodeFor = (entry: string) => Code;

/** What a function needs of the app. */
export interface FunctionContext {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  /** Environment variables of every function. None of them grants a permission. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What an alarm needs. */
export interface AlarmContext {
  readonly config: StageConfig;
  /** The topic that receives every alarm of the region. */
  readonly alarms: ITopic;
}

/** What all constructs of the service stack need. */
export interface AppContext extends FunctionContext, AlarmContext {}

/** The physical name of a resource: `rapporteur-<stage>-<part>`. The runbook refers to these names. */
export const resourceName = (config: StageConfig, part: string): string => `rapporteur-${config.stage}-${part}`;
