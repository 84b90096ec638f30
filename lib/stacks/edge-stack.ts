import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import type { Edge, StageConfig } from '../config.ts';
import { RateLimitAcl } from '../constructs/rate-limit-acl.ts';
import { suppressNagRule } from '../nag-suppressions.ts';

interface EdgeStackProps extends StackProps {
  readonly config: StageConfig;
  readonly edge: Edge;
  /** Host name of the HTTP API. */
  readonly origin: string;
}

/** CloudFront and WAF in front of the API, in us-east-1 as CloudFront requires. An HTTP API cannot have a web ACL itself. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, edge, origin, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const rateLimit = new RateLimitAcl(this, 'FloodLimit', edge.requestsInFiveMinutes);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Rapporteur',
      domainNames: [edge.domain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: rateLimit.attrArn,
      // Forwards every request and caches nothing, since responses differ by caller.
      defaultBehavior: {
        origin: new HttpOrigin(origin, {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          readTimeout: Duration.seconds(30),
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // HTTP is refused rather than redirected, so that a key is not sent unencrypted unnoticed.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
    suppressNagRule(
      distribution,
      'AwsSolutions-CFR3',
      'The log of CloudFront includes query strings, which may contain keys and signatures. The gateway logs every request without them.',
    );
    suppressNagRule(distribution, 'AwsSolutions-CFR1', 'Partners call from all countries.');
    new CfnOutput(this, 'DistributionDomain', {
      value: distribution.distributionDomainName,
      description: `Point ${edge.domain} here (${config.stage})`,
    });
  }
}
