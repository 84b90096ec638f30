import type { Template } from 'aws-cdk-lib/assertions';
import { API_GROUPS } from '#lib/api-groups';
import { PAGE_GROUPS, type PageGroup, type PageGroupName } from '#lib/page-groups';
import { describe, expect, it } from '#test/support/jest';
import { functionIdIn } from './call-graph.ts';
import { aTemplateSet, idIn, resourcesOf, STAGES, templatesOf } from './synthesized.ts';

const { service, code } = aTemplateSet('production');
const functionNames = new Map(
  resourcesOf(code, 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties.FunctionName]),
);
/** Of the HTTP API, not of the WebSocket API beside it. */
const httpResources = (type: string) =>
  resourcesOf(code, type).filter(({ properties }) => !JSON.stringify(properties).includes('LiveGatewayApi'));
const integrations = new Map(
  httpResources('AWS::ApiGatewayV2::Integration').map(({ id, properties }) => [id, properties]),
);

/** `integrations/<logical id>`, joined. */
const functionBehind = (target: { 'Fn::Join': [string, [string, unknown]] }) =>
  functionNames.get(functionIdIn(code, integrations.get(idIn(target['Fn::Join'][1][1]))?.IntegrationUri));

const routes = Object.fromEntries(
  httpResources('AWS::ApiGatewayV2::Route').map(({ properties }) => [
    properties.RouteKey,
    functionBehind(properties.Target),
  ]),
);

describe('routes', () => {
  const PATHS = Object.entries(API_GROUPS).flatMap(([name, { paths }]) => paths.map((path) => [path, name] as const));
  it.each(PATHS)('%s and all paths below it go to %s, with every method', (path, group) => {
    const fn = `rapporteur-production-api-${group}`;
    expect(routes[`ANY /api/v1${path}`]).toBe(fn);
    expect(routes[`ANY /api/v1${path}/{proxy+}`]).toBe(fn);
  });

  const PAGES = Object.entries(PAGE_GROUPS).flatMap(([name, { paths }]) =>
    paths.map((path: string) => [path, name] as const),
  );
  it.each(PAGES)('%s at the root goes to the pages %s', (path, name) => {
    const group: PageGroup = PAGE_GROUPS[name as PageGroupName];
    const fn = `rapporteur-production-${group.entry.replace('/', '-')}`;
    expect(routes[`ANY ${path}`]).toBe(fn);
    if (path !== '/') expect(routes[`ANY ${path}/{proxy+}`]).toBe(fn);
  });

  const RECORDER_HOOKS = 1;
  it('/hooks/recorders goes to the recorder notifications', () => {
    expect(routes['ANY /hooks/recorders']).toBe('rapporteur-production-hooks-recorder-notifications');
    expect(routes['ANY /hooks/recorders/{proxy+}']).toBe('rapporteur-production-hooks-recorder-notifications');
  });

  it('share one integration and one permission for each function', () => {
    const served = new Set(Object.values(routes));
    const permissions = httpResources('AWS::Lambda::Permission').filter(
      ({ properties }) => properties.Principal === 'apigateway.amazonaws.com',
    );
    expect([integrations.size, permissions.length]).toEqual([served.size, served.size]);
  });

  it('send every other request to the fallback', () => {
    const startPages = PAGES.filter(([path]) => path === '/').length;
    expect(routes['$default']).toBe('rapporteur-production-api-fallback');
    expect(Object.keys(routes)).toHaveLength(2 * (PATHS.length + PAGES.length + RECORDER_HOOKS) - startPages + 1);
  });
});

it('the fallback has the function names of the groups', () => {
  const fallback = resourcesOf(code, 'AWS::Lambda::Function').find(({ properties }) =>
    properties.FunctionName.endsWith('api-fallback'),
  );
  const parts = fallback?.properties.Environment.Variables.GROUP_FUNCTIONS['Fn::Join'][1];
  const named = parts
    .map((part: unknown) => (typeof part === 'string' ? part : functionNames.get(functionIdIn(code, part))))
    .join('');
  expect(JSON.parse(named)).toMatchObject({
    bots: 'rapporteur-production-api-bots:released',
    'webhook-endpoints': 'rapporteur-production-api-webhook-endpoints:released',
  });
});

describe('the stage', () => {
  const [stage, live] = ['$default', 'live'].map(
    (name) =>
      resourcesOf(service, 'AWS::ApiGatewayV2::Stage').find(({ properties }) => properties.StageName === name)
        ?.properties,
  );

  it('throttles requests', () => {
    expect(stage.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
  });

  it('of the WebSocket API throttles', () => {
    expect(live.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
  });

  it('logs every request as JSON, without query string, headers or body, and without the address', () => {
    const format = JSON.parse(stage.AccessLogSettings.Format);
    expect(Object.values(format).join(' ')).not.toMatch(
      /query|header|body|authorizer|userAgent|resourcePath|sourceIp/i,
    );
    expect(format).toMatchObject({ requestId: '$context.requestId', status: '$context.status', path: '$context.path' });
  });
});

it('the routes of the WebSocket API lead to the function of connections', () => {
  const socket = resourcesOf(service, 'AWS::ApiGatewayV2::Route').filter(({ properties }) =>
    JSON.stringify(properties.ApiId).includes('LiveGatewayApi'),
  );

  expect(socket.map(({ properties }) => properties.RouteKey).sort()).toEqual(['$connect', '$disconnect']);
});

it('a tag sets the id of the API in the emulator', () => {
  service.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    ProtocolType: 'HTTP',
    Tags: { 'ms-custom-id': 'rapporteur' },
  });
});

it('the outputs name the API, the bus and the queues for other tools', () => {
  expect(Object.keys(service.findOutputs('*'))).toEqual(
    expect.arrayContaining(['ApiId', 'ApiUrl', 'BusName', 'FirstQueueUrl', 'FirstDeadLettersArn']),
  );
});

describe('stages of API Gateway need no role in the settings of the account', () => {
  /** APIs whose stages may have an access log: CloudWatch grants HTTP APIs by resource policies, all others by that role. */
  const apisIn = (template: Template) =>
    new Map(resourcesOf(template, 'AWS::ApiGatewayV2::Api').map(({ id, properties }) => [id, properties.ProtocolType]));

  const STACKS = STAGES.flatMap((stage) =>
    templatesOf(aTemplateSet(stage)).map((template) => [stage, template] as const),
  );

  it.each(STACKS)('%s: no stage of a WebSocket API logs, and there is no REST API', (_stage, template) => {
    const apis = apisIn(template);
    const stages = resourcesOf(template, 'AWS::ApiGatewayV2::Stage').map(({ properties }) => properties);
    const logging = stages.filter(
      ({ AccessLogSettings, DefaultRouteSettings, RouteSettings }) =>
        AccessLogSettings || /LoggingLevel|DataTrace/.test(JSON.stringify([DefaultRouteSettings, RouteSettings])),
    );

    expect(logging.map(({ ApiId }) => apis.get(idIn(ApiId)))).toEqual(logging.map(() => 'HTTP'));
    for (const type of ['Account', 'RestApi', 'Stage', 'Deployment'])
      expect(resourcesOf(template, `AWS::ApiGateway::${type}`)).toEqual([]);
  });

  it.each(STAGES)('%s: the stage of every HTTP API has an access log with a retention', (stage) => {
    const { service } = aTemplateSet(stage);
    const http = resourcesOf(service, 'AWS::ApiGatewayV2::Stage').filter(
      ({ properties }) => apisIn(service).get(idIn(properties.ApiId)) === 'HTTP',
    );
    const groups = http.map(({ properties }) => idIn(properties.AccessLogSettings.DestinationArn));
    const retentions = resourcesOf(service, 'AWS::Logs::LogGroup')
      .filter(({ id }) => groups.includes(id))
      .map(({ properties }) => properties.RetentionInDays);

    expect(http).toHaveLength(1);
    expect(retentions).toEqual([expect.any(Number)]);
  });
});
