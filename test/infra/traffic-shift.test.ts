import { configFor } from '#lib/config';
import { describe, expect, it } from '#test/support/jest';
import { functionIdIn } from './call-graph.ts';
import { aTemplateSet, idIn, productionOptions, type Resource, resourcesOf } from './synthesized.ts';

const { storage, service, code } = aTemplateSet('production');
const templates = [...code, storage];
const aliases = resourcesOf(templates, 'AWS::Lambda::Alias');
const groups = resourcesOf(templates, 'AWS::CodeDeploy::DeploymentGroup');
const nameOf = ({ properties }: Resource): string =>
  String(properties.FunctionName).replace('rapporteur-production-', '');
const functions = resourcesOf(templates, 'AWS::Lambda::Function');

const ofGateway = (name: string) => /^(api|pages|mcp|hooks)-/.test(name);
const shifted = functions.filter((one) => ofGateway(nameOf(one)) || nameOf(one) === 'webhook-delivery');

/** The update policy of an alias, which its properties do not have. */
const policyOf = (id: string) =>
  code.map((template) => template.toJSON()['Resources'][id]?.UpdatePolicy).find((policy) => policy !== undefined);

describe('in production, traffic', () => {
  it('is shifted for every function behind the gateway, and for webhook delivery', () => {
    const names = aliases.map(({ properties }) => functions.find(({ id }) => id === idIn(properties.FunctionName)));
    expect(names.map((one) => one && nameOf(one)).sort()).toEqual(shifted.map(nameOf).sort());
    expect(shifted.length).toBeGreaterThan(30);
  });

  it.each(aliases)(
    'of $id is shifted by a deployment group of its own, to a published version',
    ({ id, properties }) => {
      const { CodeDeployLambdaAliasUpdate: update } = policyOf(id);
      expect(properties.Name).toBe('released');
      expect(JSON.stringify(properties.FunctionVersion)).toMatch(/CurrentVersion\w+","Version"/);
      expect(groups.map((group) => group.id)).toContain(idIn(update.DeploymentGroupName));
    },
  );

  it('has as many deployment groups as aliases, since a group has one deployment at a time', () => {
    const used = aliases.map(({ id }) => idIn(policyOf(id).CodeDeployLambdaAliasUpdate.DeploymentGroupName));
    expect(new Set(used).size).toBe(aliases.length);
    expect(groups).toHaveLength(aliases.length);
  });

  it.each(groups)('of $id is a tenth for ten minutes, and is rolled back by alarms that exist', ({ properties }) => {
    const named = properties.AlarmConfiguration.Alarms.map(({ Name }: { readonly Name: string }) => Name);
    const existing = resourcesOf(service, 'AWS::CloudWatch::Alarm').map((alarm) => alarm.properties.AlarmName);
    expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent10Minutes');
    expect(properties.AutoRollbackConfiguration).toEqual({
      Enabled: true,
      Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
    });
    expect(named).toEqual(
      ['ApiFaults', 'WebhooksNotMade', 'WebhooksLate'].map((name) => `rapporteur-production-service-${name}`),
    );
    expect(existing).toEqual(expect.arrayContaining(named));
  });

  const shiftedIds = new Set(shifted.map(({ id }) => id));
  const callers = [
    ...resourcesOf(templates, 'AWS::ApiGatewayV2::Integration').map(({ id, properties }) => ({
      id,
      called: properties.IntegrationUri,
    })),
    ...resourcesOf(templates, 'AWS::Lambda::EventSourceMapping').map(({ id, properties }) => ({
      id,
      called: properties.FunctionName,
    })),
    ...resourcesOf(templates, 'AWS::Lambda::Permission').map(({ id, properties }) => ({
      id,
      called: properties.FunctionName,
    })),
  ];

  it.each(callers.filter(({ called }) => shiftedIds.has(functionIdIn(templates, called))))(
    'of $id goes to the alias of its function',
    ({ called }) => {
      expect(aliases.map(({ id }) => id)).toContain(firstIdIn(called));
    },
  );

  it('of slashes and unknown paths goes from the fallback to aliases, which alone it may invoke', () => {
    const fallback = functions.find((one) => nameOf(one) === 'api-fallback');
    const named = JSON.stringify(fallback?.properties.Environment.Variables.GROUP_FUNCTIONS);
    const groupsOfApi = shifted.filter((one) => nameOf(one).startsWith('api-') && nameOf(one) !== 'api-fallback');
    expect(named.match(/:released/g)).toHaveLength(groupsOfApi.length);
  });
});

const firstIdIn = (reference: unknown): string =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(reference))?.[1] ?? '';

describe('traffic is not shifted', () => {
  it.each(['sandbox', 'local'])('in %s: it has no alias, version or deployment group', (stage) => {
    const direct = aTemplateSet(stage);
    for (const type of ['Alias', 'Version']) expect(resourcesOf(direct.code, `AWS::Lambda::${type}`)).toEqual([]);
    for (const type of ['DeploymentGroup', 'Application'])
      expect(resourcesOf(direct.code, `AWS::CodeDeploy::${type}`)).toEqual([]);
  });

  it('step by step where a deployment asks for all at once, whatever the alarms say', () => {
    const { code: atOnce } = aTemplateSet('production', { ...productionOptions, trafficShift: 'at_once' });
    for (const { properties } of resourcesOf(atOnce, 'AWS::CodeDeploy::DeploymentGroup')) {
      expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(properties.AlarmConfiguration.Enabled).toBe(false);
    }
  });

  it('in another way than these two', () => {
    expect(() => configFor('production', { ...productionOptions, trafficShift: 'slowly' })).toThrow(
      '`--context trafficShift=…` takes canary or at_once, not "slowly".',
    );
  });
});

describe('the role of deployments', () => {
  it.each(resourcesOf(code, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('TrafficShift')))(
    '$id changes the aliases of this stage, and reads alarms',
    ({ id, properties }) => {
      const [policy] = resourcesOf(code, 'AWS::IAM::Policy').filter(({ properties: { Roles } }) =>
        Roles.some((role: unknown) => idIn(role) === id),
      );
      const [change, read, ...others] = policy?.properties.PolicyDocument.Statement ?? [];
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(JSON.stringify(change.Resource)).toContain(':function:rapporteur-production-*');
      expect(read.Action).toBe('cloudwatch:DescribeAlarms');
      expect(others).toEqual([]);
    },
  );
});
