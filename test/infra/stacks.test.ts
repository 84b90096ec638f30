import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, STAGES } from './synthesized.ts';

/** CloudFormation allows 500. A stack that comes near is split while it still can be: docs/decisions/stacks.md. */
const MOST_RESOURCES = 450;

/** The values that others import, which cannot be replaced while they do. */
const exportsOf = (template: Template): readonly string[] =>
  Object.values(template.findOutputs('*'))
    .filter(({ Export }) => Export)
    .map(({ Value }) => JSON.stringify(Value));

/** The stacks whose exports a stack imports: CDK deploys it after them. */
const importedBy = (template: Template): readonly string[] => {
  const imports = JSON.stringify(template.toJSON()).matchAll(/"Fn::ImportValue":"rapporteur-[a-z]+-([a-z]+):/g);
  return [...new Set([...imports].map(([, stack]) => String(stack)))].sort();
};

describe.each(STAGES)('the stacks of %s', (stage) => {
  const { code: _code, ...stacks } = aTemplateSet(stage);

  it.each(Object.entries(stacks))('have fewer than 450 resources: %s', (_name, template) => {
    expect(Object.keys(template.toJSON()['Resources']).length).toBeLessThan(MOST_RESOURCES);
  });

  it('import in the order in which they are deployed: storage, service, api', () => {
    const { storage, service, api } = stacks;
    expect([storage, service, api].map(importedBy)).toEqual([[], ['storage'], ['service', 'storage']]);
  });

  it('import the id of the gateway and the address of live transcripts from the service, and the address of the gateway where the stage has no other', () => {
    const id = expect.stringMatching(/"Ref":"GatewayApi\w+"/);
    const address = expect.stringMatching(/"GatewayApi\w+","ApiEndpoint"/);
    const live = expect.stringMatching(/"LiveGatewayApi\w+","ApiEndpoint"/);
    // Readers connect to the front door of a local stack.
    const imported = { local: [id], sandbox: [id, address, live], production: [id, live] }[String(stage)] ?? [];
    expect(exportsOf(stacks.service)).toHaveLength(imported.length);
    expect(exportsOf(stacks.service)).toEqual(expect.arrayContaining(imported));
    expect(exportsOf(stacks.api)).toEqual([]);
  });
});
