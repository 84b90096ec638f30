import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Environment } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { configFor, type DeploymentOptions } from '#lib/config';
import { addRapporteur } from '#lib/rapporteur';
import { productionOptions } from './production-options.ts';

export { productionOptions };

const CDK_JSON: { context: Record<string, unknown> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'),
);

export const STAGES = ['local', 'sandbox', 'production'] as const;

/** No test reads where a construct was made. Under jest, which maps each frame to its source, that takes most of a synthesis. */
const WITHOUT_TRACES = 'aws:cdk:disable-creation-stack-traces';

/** Makes violations of the rules errors instead of warnings. */
const VIOLATIONS_ARE_ERRORS = '@aws-cdk/core:validateAgainstDefaultRules';

const ENVIRONMENT: Environment = { account: '111111111111', region: 'us-east-1' };

interface Synthesis {
  /** Empty on a machine without an account. */
  readonly env?: Environment;
  readonly validated?: boolean;
}

/**
 * The app of one stage as `cdk` would make it, with empty functions so that nothing need be built. `validated` checks
 * templates against the rules of CloudFormation, which takes most of the time of a synthesis.
 */
export const anApp = (
  stage: string,
  options: DeploymentOptions = productionOptions,
  { env = ENVIRONMENT, validated = false }: Synthesis = {},
) => {
  const app = new App({
    context: {
      ...CDK_JSON.context,
      'aws:cdk:bundling-stacks': [],
      [WITHOUT_TRACES]: true,
      [VIOLATIONS_ARE_ERRORS]: true,
    },
    builtinCloudFormationValidation: validated,
  });
  const stacks = addRapporteur(app, {
    config: configFor(stage, options),
    codeFor: () => Code.fromInline('exports.handler = async () => {};'),
    env,
  });
  return { app, ...stacks };
};

interface TemplateSet {
  readonly storage: Template;
  readonly service: Template;
  readonly api: Template;
  /** `service` and `api`: the stacks with the functions behind the gateway and the bus. */
  readonly code: readonly Template[];
  readonly edge?: Template;
}

const synthesized = new Map<string, TemplateSet>();

/** The templates of one stage, synthesized once in each test file. */
export const aTemplateSet = (stage: string, options?: DeploymentOptions, env?: Environment): TemplateSet => {
  const name = JSON.stringify([stage, options, env]);
  const templates = synthesized.get(name) ?? synthesize(stage, options, env);
  synthesized.set(name, templates);
  return templates;
};

function synthesize(stage: string, options?: DeploymentOptions, env?: Environment): TemplateSet {
  const { storage, service, api, edge } = anApp(stage, options, env && { env });
  const code = { service: Template.fromStack(service), api: Template.fromStack(api) };
  return {
    storage: Template.fromStack(storage),
    ...code,
    code: Object.values(code),
    ...(edge && { edge: Template.fromStack(edge) }),
  };
}

/** The fields of a resource that these tests use. */
export interface Resource {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any depth, and every test looks somewhere else.
  readonly properties: any;
}

/** Of one template or of several, whose logical ids differ. */
export const resourcesOf = (from: Template | readonly Template[], type: string): readonly Resource[] =>
  [from]
    .flat()
    .flatMap((template) => Object.entries(template.findResources(type)))
    .map(([id, { Properties }]) => ({ id, properties: Properties ?? {} }));

/** All templates of a stage. */
export const templatesOf = ({ code: _code, ...stacks }: TemplateSet): readonly Template[] => Object.values(stacks);

export const textOf = (templates: readonly Template[]): string =>
  JSON.stringify(templates.map((template) => template.toJSON()));

/** Logical id behind `Fn::GetAtt` or `Ref`. */
export const idIn = (value: unknown): string => {
  const { 'Fn::GetAtt': attribute, Ref: reference } = value as { 'Fn::GetAtt'?: [string, string]; Ref?: string };
  return String(attribute?.[0] ?? reference);
};
