import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Sampled requests include headers, which contain API keys.
  sampledRequestsEnabled: false,
});

const ONE_SPELLING = [
  { priority: 0, type: 'COMPRESS_WHITE_SPACE' },
  { priority: 1, type: 'LOWERCASE' },
];

const tooMany = { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'flood' } } };

interface Rates {
  /** Requests in five minutes from one IP address. */
  readonly byAddress: number;
  /** Requests in five minutes with one `Authorization` header, from any number of addresses. */
  readonly byKey: number;
}

const FIVE_MINUTES = { evaluationWindowSec: 300 } as const;

/**
 * A web ACL with rate limits by IP address and by API key. Requests beyond a limit get 429 with a sentence in plain text.
 * A key is recognized by its header, in whatever case and with whatever spaces it is written; with `Bearer` or `Token` before
 * it, it counts by itself.
 */
export class RateLimitAcl extends CfnWebACL {
  constructor(scope: Construct, id: string, { byAddress, byKey }: Rates) {
    super(scope, id, {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('rapporteur-edge'),
      customResponseBodies: {
        flood: {
          contentType: 'TEXT_PLAIN',
          content: 'Too many requests from this address or with this API key. Wait a few minutes and try again.',
        },
      },
      rules: [
        {
          name: 'flood',
          priority: 0,
          visibilityConfig: visibility('rapporteur-flood'),
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: byAddress, ...FIVE_MINUTES } },
          action: tooMany,
        },
        {
          name: 'flood-by-key',
          priority: 1,
          visibilityConfig: visibility('rapporteur-flood-by-key'),
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'CUSTOM_KEYS',
              customKeys: [{ header: { name: 'authorization', textTransformations: [...ONE_SPELLING] } }],
              limit: byKey,
              ...FIVE_MINUTES,
            },
          },
          action: tooMany,
        },
      ],
    });
  }
}
