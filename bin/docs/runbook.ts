import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { printInto } from '#bin/docs/print-into';
import { type Resource, withNames } from '#bin/docs/runbook-names';
import { PROJECT_DIR } from '#bin/paths';
import { configFor } from '#lib/config';
import { addRapporteur } from '#lib/rapporteur';

/** Any values: no name depends on them. */
const certificate = (region: string, nth: number): string =>
  `arn:aws:acm:${region}:111111111111:certificate/00000000-0000-4000-8000-00000000000${nth}`;

/** The stacks of production, with empty functions. */
function stacksOfProduction(): readonly Stack[] {
  const { context } = JSON.parse(readFileSync(join(PROJECT_DIR, 'cdk.json'), 'utf8'));
  const app = new App({
    context: { ...context, 'aws:cdk:bundling-stacks': [] },
    builtinCloudFormationValidation: false,
  });
  const config = configFor('production', {
    domain: 'api.example.com',
    certificateArn: certificate('us-east-1', 0),
    originDomain: 'origin.example.com',
    originCertificateArn: certificate('eu-central-1', 1),
    clientCertificateArn: certificate('us-east-1', 2),
    // A file that is there: its content is in no template.
    clientAuthorities: join(PROJECT_DIR, 'package.json'),
    mailFrom: 'no-reply@example.com',
    alarmEmail: 'oncall@example.com',
  });
  const codeFor = () => Code.fromInline('exports.handler = async () => {};');
  return Object.values(addRapporteur(app, { config, codeFor, env: { account: '111111111111', region: 'us-east-1' } }));
}

const resourcesOf = (stack: Stack): readonly Resource[] =>
  Object.entries(Template.fromStack(stack).toJSON()['Resources'] ?? {}).map(([id, resource]) => {
    const { Type, Properties } = Object(resource);
    return { stack: stack.stackName, id, type: String(Type), properties: Properties ?? {} };
  });

/** npm run docs -- runbook: prints the names of queues, alarms, rules and functions into docs/runbook.md again; with `--check` it compares them. */
const resources = stacksOfProduction().flatMap(resourcesOf);
await printInto(join(PROJECT_DIR, 'docs/runbook.md'), (runbook) => withNames(runbook, resources));
