import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Resource, withNames } from '#bin/docs/runbook-names';
import { QUEUES as REDRIVEN } from '#bin/operator/redrive/queues';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, resourcesOf } from './synthesized.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const { storage, service, api, edge } = aTemplateSet('production');
const stacks = Object.entries({ storage, service, api, ...(edge && { edge }) });

const resources: readonly Resource[] = stacks.flatMap(([name, template]) =>
  Object.entries(template.toJSON()['Resources'] ?? {}).map(([id, resource]) => {
    const { Type, Properties } = Object(resource);
    return { stack: `rapporteur-production-${name}`, id, type: String(Type), properties: Properties ?? {} };
  }),
);

describe('the runbook', () => {
  it('has the names of the templates: else npm run docs -- runbook prints them', () => {
    expect(withNames(runbook, resources)).toBe(runbook);
  });

  const rows = [...runbook.matchAll(/^\| (`[A-Z]\w+`(?:, `[A-Z]\w+`)*) \|(.*)\|$/gm)].map(([, name, cells]) => ({
    name: String(name),
    cells: String(cells).split(' | '),
  }));
  it.each(rows)('says of $name what it means, where to look, what to do, and when it is over', ({ cells }) => {
    expect(cells.map((cell) => cell.trim().length > 2)).toEqual([true, true, true, true]);
  });

  it('names only resources of the stage that there are', () => {
    const [text = ''] = runbook.split('## Names');
    const named = [...text.matchAll(/rapporteur-<stage>-([a-z-]+)/g)].map(([, name]) => String(name));
    // A restore makes tables that begin so.
    const known = `${JSON.stringify(resources)} "rapporteur-production-restored-"`;
    expect(named.filter((name) => !known.includes(`"rapporteur-production-${name}"`))).toEqual([]);
  });
});

it('every queue can be redriven, and none that does not exist', () => {
  const queues = resourcesOf(service, 'AWS::SQS::Queue').map(({ properties }) => String(properties.QueueName));
  const withMessages = queues.filter((name) => !name.endsWith('-dead-letters'));
  expect(
    Object.values(REDRIVEN)
      .map((name) => `rapporteur-production-${name}`)
      .toSorted(),
  ).toEqual(withMessages.toSorted());
});

it('every queue and its dead-letter queue are outputs of the stack', () => {
  const outputs = Object.keys(service.findOutputs('*'));
  const count = (suffix: string) => outputs.filter((name) => name.endsWith(suffix)).length;
  const queues = Object.keys(REDRIVEN).length;
  expect([count('QueueUrl'), count('DeadLettersArn')]).toEqual([queues, queues]);
});
