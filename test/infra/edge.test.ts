import { Match } from 'aws-cdk-lib/assertions';
import { CANONICAL_IMAGE_LINKS } from '#lib/constructs/canonical-image-links';
import { describe, expect, it } from '#test/support/jest';
import { anApp, aTemplateSet, idIn, productionOptions, resourcesOf, textOf } from './synthesized.ts';

const { edge } = aTemplateSet('production');
if (!edge) throw new Error('Production has no edge.');
const [distribution] = resourcesOf(edge, 'AWS::CloudFront::Distribution').map(
  ({ properties }) => properties.DistributionConfig,
);

describe('the edge', () => {
  it('responds 429 in plain text beyond the rate limit of an IP address', () => {
    edge.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
      CustomResponseBodies: { flood: { ContentType: 'TEXT_PLAIN' } },
      Rules: [
        {
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 10_000, EvaluationWindowSec: 300 } },
          Action: { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'flood' } } },
        },
        Match.anyValue(),
      ],
    });
  });

  it('has that web ACL, and the domain', () => {
    expect(distribution.WebACLId).toEqual({ 'Fn::GetAtt': [expect.stringContaining('FloodLimit'), 'Arn'] });
    expect(distribution.Aliases).toEqual(['api.example.com']);
  });

  it('caches nothing, forwards every method, and requires TLS', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      // AWS's own policy CachingDisabled.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      AllowedMethods: expect.arrayContaining(['DELETE', 'PATCH', 'POST']),
      ViewerProtocolPolicy: 'https-only',
    });
    expect(distribution.Origins[0].CustomOriginConfig.OriginProtocolPolicy).toBe('https-only');
    expect(distribution.ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
  });

  it('caches no error, so that the 404 of one caller is not the answer to another', () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(distribution.CustomErrorResponses).toEqual(
      statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('identifies itself to the API by its client certificate', () => {
    const [origin, ...others] = distribution.Origins;
    expect(others).toEqual([]);
    expect(origin.DomainName).toBe('origin.example.com');
    expect(origin.CustomOriginConfig.OriginMtlsConfig).toEqual({
      ClientCertificateArn: productionOptions.clientCertificateArn,
    });
  });

  it('responds 429 beyond the rate limit of an API key, from however many addresses and however it is spelled', () => {
    const [acl] = resourcesOf(edge, 'AWS::WAFv2::WebACL');
    const [, byKey, ...others] = acl?.properties.Rules ?? [];
    expect(others).toEqual([]);
    expect(byKey.Action.Block.CustomResponse.ResponseCode).toBe(429);
    expect(byKey.Statement.RateBasedStatement).toEqual({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [
        {
          Header: {
            Name: 'authorization',
            TextTransformations: [
              { Priority: 0, Type: 'COMPRESS_WHITE_SPACE' },
              { Priority: 1, Type: 'LOWERCASE' },
            ],
          },
        },
      ],
      Limit: 60_000,
      EvaluationWindowSec: 300,
    });
  });

  it('serves the public documents and assets from its cache, one copy for any query and any caller', () => {
    const [, ...documents] = distribution.CacheBehaviors;
    expect(documents.map(({ PathPattern }: { readonly PathPattern: string }) => PathPattern)).toEqual([
      ...['/api/v1/docs', '/api/v1/docs/*', '/api/v1/openapi.json', '/api/v1/asyncapi.json', '/api/v1/llms.txt'],
      ...['/api/v1/llms-full.txt', '/api/v1/changelog', '/assets/*'],
    ]);
    for (const { Compress, OriginRequestPolicyId, ViewerProtocolPolicy } of documents)
      expect([Compress, OriginRequestPolicyId, ViewerProtocolPolicy]).toEqual([true, undefined, 'https-only']);
    edge.hasResourceProperties('AWS::CloudFront::CachePolicy', {
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          EnableAcceptEncodingGzip: true,
          EnableAcceptEncodingBrotli: true,
          QueryStringsConfig: { QueryStringBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          CookiesConfig: { CookieBehavior: 'none' },
        },
      },
    });
  });

  it('caches images by their whole link', () => {
    const [images] = distribution.CacheBehaviors;
    expect(images).toMatchObject({ PathPattern: '/api/v1/files/*/content', ViewerProtocolPolicy: 'https-only' });
    edge.hasResourceProperties('AWS::CloudFront::CachePolicy', {
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 300,
        ParametersInCacheKeyAndForwardedToOrigin: {
          QueryStringsConfig: { QueryStringBehavior: 'all' },
          HeadersConfig: { HeaderBehavior: 'none' },
          CookiesConfig: { CookieBehavior: 'none' },
        },
      },
    });
  });

  it('looks into its cache for a link to an image in its one spelling alone', () => {
    const [images] = distribution.CacheBehaviors;
    const [association, ...others] = images.FunctionAssociations;
    expect(others).toEqual([]);
    expect(association.EventType).toBe('viewer-request');
    const [code] = resourcesOf(edge, 'AWS::CloudFront::Function').filter(
      ({ id }) => id === idIn(association.FunctionARN),
    );
    expect(code?.properties).toMatchObject({
      AutoPublish: true,
      FunctionCode: CANONICAL_IMAGE_LINKS,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
  });

  it('is counted as a proxy by every function', () => {
    const proxies = (stage: string) =>
      resourcesOf(aTemplateSet(stage).code, 'AWS::Lambda::Function').map(
        ({ properties }) => properties.Environment.Variables.PROXIES,
      );

    expect(new Set(proxies('production'))).toEqual(new Set(['1']));
    expect(new Set(proxies('sandbox'))).toEqual(new Set([undefined]));
  });

  it('is in us-east-1, whatever the region of the service', () => {
    expect(
      anApp('production', undefined, { env: { account: '111111111111', region: 'eu-central-1' } }).edge?.region,
    ).toBe('us-east-1');
  });
});

describe('only the edge reaches the API', () => {
  const { service, code } = aTemplateSet('production');

  it('which has no endpoint of its own', () => {
    const apis = resourcesOf(service, 'AWS::ApiGatewayV2::Api');
    expect(apis.map(({ properties }) => properties.DisableExecuteApiEndpoint)).toEqual([true]);
  });

  it('whose one domain requires a client certificate of the given authorities', () => {
    const domains = resourcesOf(service, 'AWS::ApiGatewayV2::DomainName').map(({ properties }) => properties);
    expect(domains).toMatchObject([
      {
        DomainName: 'origin.example.com',
        MutualTlsAuthentication: { TruststoreUri: expect.anything() },
        DomainNameConfigurations: [{ CertificateArn: productionOptions.originCertificateArn }],
      },
    ]);
    expect(JSON.stringify(domains[0].MutualTlsAuthentication.TruststoreUri)).toMatch(/s3:\/\/.+\.pem/);
  });

  it('with its pages and hooks, which are routes of the same API; WebSockets alone have another, with an address of its own', () => {
    const ofProtocol = (protocol: string) =>
      resourcesOf(service, 'AWS::ApiGatewayV2::Api').find(({ properties }) => properties.ProtocolType === protocol);
    const api = ofProtocol('HTTP');
    const all = resourcesOf(code, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
    const sockets = ofProtocol('WEBSOCKET')?.id ?? '';
    const ofSockets = all.filter(({ ApiId }) => JSON.stringify(ApiId).includes(sockets));
    const routes = all.filter((route) => !ofSockets.includes(route));
    expect(ofSockets.map(({ RouteKey }) => RouteKey).sort()).toEqual(['$connect', '$disconnect']);
    const keys = routes.map(({ RouteKey }) => RouteKey);
    expect(keys).toEqual(
      expect.arrayContaining([
        'ANY /hooks/google',
        'ANY /hooks/recorders/{proxy+}',
        'ANY /connect',
        'ANY /api/v1/bots',
      ]),
    );
    for (const { ApiId } of routes) expect(JSON.stringify(ApiId)).toContain(api?.id);
    expect(resourcesOf(service, 'AWS::ApiGatewayV2::ApiMapping')).toMatchObject([
      { properties: { Stage: '$default' } },
    ]);
    expect(resourcesOf(code, 'AWS::Lambda::Url')).toEqual([]);
  });

  it('and the key of its certificate is in no template', () => {
    expect(textOf([...code, edge])).not.toMatch(/PRIVATE KEY/);
  });
});

it.each(['local', 'sandbox'])('%s has no edge', (stage) => {
  expect(aTemplateSet(stage)).not.toHaveProperty('edge');
  expect(resourcesOf(aTemplateSet(stage).code, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
});
