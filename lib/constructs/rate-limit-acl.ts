import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Sampled requests include headers, which contain API keys.
  sampledRequestsEnabled: false,
});

/** A web ACL with a rate limit by IP address. Requests beyond the limit get 429 with a sentence in plain text. */
export class RateLimitAcl extends CfnWebACL {
  constructor(scope: Construct, id: string, requestsInFiveMinutes: number) {
    super(scope, id, {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('rapporteur-edge'),
      customResponseBodies: {
        flood: {
          contentType: 'TEXT_PLAIN',
          content: 'Too many requests from this address. Wait a few minutes and try again.',
        },
      },
      rules: [
        {
          name: 'flood',
          priority: 0,
          visibilityConfig: visibility('rapporteur-flood'),
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsInFiveMinutes, evaluationWindowSec: 300 },
          },
          action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'flood' } } },
        },
      ],
    });
  }
}
