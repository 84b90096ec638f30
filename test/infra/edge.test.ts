import { describe, expect, it } from '@jest/globals';
import { anApp, aTemplateSet, resourcesOf } from './synthesized';

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

  it('is counted as a proxy by every function', () => {
    const proxies = (stage: string) =>
      resourcesOf(aTemplateSet(stage).service, 'AWS::Lambda::Function').map(
        ({ properties }) => properties.Environment.Variables.PROXIES,
      );

    expect(new Set(proxies('production'))).toEqual(new Set(['1']));
    expect(new Set(proxies('sandbox'))).toEqual(new Set([undefined]));
  });

  it('is in us-east-1, whatever the region of the service', () => {
    expect(anApp('production', undefined, { region: 'eu-central-1' }).edge?.region).toBe('us-east-1');
  });
});

it.each(['local', 'sandbox'])('%s has no edge', (stage) => {
  expect(aTemplateSet(stage)).not.toHaveProperty('edge');
});
