import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  CfnDistribution,
  Distribution,
  FunctionEventType,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import type { Edge, StageConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { CanonicalImageLinks } from '../constructs/canonical-image-links.ts';
import { alarmBeforeExpiry } from '../constructs/certificate-alarm.ts';
import { RateLimitAcl } from '../constructs/rate-limit-acl.ts';
import { suppressNagRule } from '../nag-suppressions.ts';

interface EdgeStackProps extends StackProps {
  readonly config: StageConfig;
  readonly edge: Edge;
}

/** CloudFront and WAF in front of the API, in us-east-1 as CloudFront requires. An HTTP API cannot have a web ACL itself. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, edge, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const rateLimit = new RateLimitAcl(this, 'FloodLimit', edge.requestsInFiveMinutes);
    const api = new HttpOrigin(edge.originDomain, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      readTimeout: Duration.seconds(30),
    });
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Rapporteur',
      domainNames: [edge.domain],
      certificate,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: rateLimit.attrArn,
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      // Forwards every request and caches nothing, since responses differ by caller.
      defaultBehavior: {
        origin: api,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // HTTP is refused rather than redirected, so that a key is not sent unencrypted unnoticed.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
      // Anyone who has the link of an image gets the same bytes. The response says for how long.
      additionalBehaviors: {
        '/api/v1/files/*/content': {
          origin: api,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
          cachePolicy: new CachePolicy(this, 'Images', {
            comment: `Rapporteur ${config.stage}: images, by their whole signed link`,
            queryStringBehavior: CacheQueryStringBehavior.all(),
            minTtl: Duration.seconds(0),
            defaultTtl: Duration.seconds(0),
            maxTtl: Duration.minutes(5),
          }),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          functionAssociations: [
            {
              function: new CanonicalImageLinks(this, 'CanonicalImageLinks', config),
              eventType: FunctionEventType.VIEWER_REQUEST,
            },
          ],
        },
        ...this.documents(api, config),
      },
    });
    identifyToOrigin(distribution, edge.clientCertificateArn);
    suppressNagRule(
      distribution,
      'AwsSolutions-CFR3',
      'The log of CloudFront includes query strings, which may contain keys and signatures. The gateway logs every request without them.',
    );
    suppressNagRule(distribution, 'AwsSolutions-CFR1', 'Partners call from all countries.');
    this.alarmBeforeExpiries(config, edge, certificate);
    new CfnOutput(this, 'DistributionDomain', {
      value: distribution.distributionDomainName,
      description: `Point ${edge.domain} here (${config.stage})`,
    });
  }

  /** With a topic of their own: an alarm notifies a topic of its region. */
  private alarmBeforeExpiries(config: StageConfig, edge: Edge, certificate: ICertificate): void {
    const context = { config, alarms: new AlarmTopic(this, 'Alarms', { config, name: 'edge-alarms' }) };
    alarmBeforeExpiry(this, 'ClientCertificateExpires', {
      context,
      certificate: Certificate.fromCertificateArn(this, 'ClientCertificate', edge.clientCertificateArn),
      failureMeans:
        'The client certificate by which CloudFront identifies itself to the API expires within 45 days: then every request of partners fails. It is imported, and nothing renews it: the runbook has the steps to rotate it.',
    });
    alarmBeforeExpiry(this, 'EdgeCertificateExpires', {
      context,
      certificate,
      failureMeans:
        'The certificate of the domain that partners call expires within 45 days, and was not renewed: then their requests fail in the TLS handshake. Validate or import it again, under the same ARN.',
    });
  }

  /** Served compressed from the cache: a flood of requests for them does not reach the API. */
  private documents(origin: HttpOrigin, config: StageConfig): Record<string, BehaviorOptions> {
    const behavior: BehaviorOptions = {
      origin,
      // The API refuses other methods in its own words.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: new CachePolicy(this, 'Documents', {
        comment: `Rapporteur ${config.stage}: documents and assets, by their path`,
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.days(365),
        enableAcceptEncodingGzip: true,
        enableAcceptEncodingBrotli: true,
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
    return Object.fromEntries(DOCUMENTS.map((path) => [path, behavior]));
  }
}

/**
 * CloudFront keeps errors for ten seconds by default, also where caching is disabled, and by their path
 * alone: the 404 of a caller without access would be that of the caller with access, too.
 */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** The documents and assets that are the same for everyone: whatever query they are asked for with, they are one copy. */
const DOCUMENTS = [
  '/api/v1/docs',
  '/api/v1/docs/*',
  '/api/v1/openapi.json',
  '/api/v1/asyncapi.json',
  '/api/v1/llms.txt',
  '/api/v1/llms-full.txt',
  '/api/v1/changelog',
  '/assets/*',
];

/** The API accepts requests with this client certificate only. The construct of the distribution has no property for it. */
function identifyToOrigin(distribution: Distribution, clientCertificateArn: string): void {
  const resource = distribution.node.defaultChild;
  if (!(resource instanceof CfnDistribution)) throw new Error('The distribution has no resource.');
  resource.addPropertyOverride('DistributionConfig.Origins.0.CustomOriginConfig.OriginMtlsConfig', {
    ClientCertificateArn: clientCertificateArn,
  });
}
