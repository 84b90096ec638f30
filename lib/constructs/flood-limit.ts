import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

const watched = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Samples hold headers, and headers hold keys.
  sampledRequestsEnabled: false,
});

/** One address may not flood the service: beyond the limit it reads a plain sentence with 429 until it calms down. */
export class FloodLimit extends CfnWebACL {
  constructor(scope: Construct, id: string, requestsInFiveMinutes: number) {
    super(scope, id, {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: watched('rapporteur-edge'),
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
          visibilityConfig: watched('rapporteur-flood'),
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsInFiveMinutes, evaluationWindowSec: 300 },
          },
          action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'flood' } } },
        },
      ],
    });
  }
}
