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
import { acknowledge } from '../acknowledge.ts';
import type { Edge, StageConfig } from '../config.ts';
import { FloodLimit } from '../constructs/flood-limit.ts';

interface EdgeStackProps extends StackProps {
  readonly config: StageConfig;
  readonly edge: Edge;
  /** Host name of the HTTP API. */
  readonly origin: string;
}

/** In front of the API, in us-east-1 where CloudFront's firewall has to be: HTTP APIs take no firewall themselves. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, edge, origin, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const flood = new FloodLimit(this, 'FloodLimit', edge.requestsInFiveMinutes);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Rapporteur',
      domainNames: [edge.domain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: flood.attrArn,
      // Passes everything on and keeps nothing: no answer of the API is the same for two callers.
      defaultBehavior: {
        origin: new HttpOrigin(origin, {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          readTimeout: Duration.seconds(30),
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // Not a redirect: a key sent in the clear should fail loudly, not be sent twice.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
    // CloudFront's own log would hold query strings; the gateway's access log tells the same without them.
    acknowledge(
      distribution,
      'AwsSolutions-CFR3',
      'Its log cannot leave out query strings, which may carry keys and signatures; the gateway logs every request without them.',
    );
    acknowledge(distribution, 'AwsSolutions-CFR1', 'Partners call from wherever they are.');
    new CfnOutput(this, 'DistributionDomain', {
      value: distribution.distributionDomainName,
      description: `Point ${edge.domain} here (${config.stage})`,
    });
  }
}
