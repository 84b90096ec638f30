import { CfnOutput, RemovalPolicy, Tags } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { Edge, StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { NodeFunction } from './node-function.ts';

/** The path of the API below the origin, part of the public contract. */
export const API_ROOT = '/api/v1';

/**
 * The access log has no query string, header or body, since each may contain a key, a code or a meeting link, and no
 * address: the line of the function with the same request id has its hash.
 */
const ACCESS_LOG_FIELDS = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  path: '$context.path',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  functionStatus: '$context.integrationStatus',
  bytes: '$context.responseLength',
};

/** The HTTP API: its routes, throttling and access log. Behind an edge, it accepts requests from the edge alone. */
export class Gateway extends Construct {
  readonly api: HttpApi;
  private readonly integrations = new Map<NodeFunction, HttpLambdaIntegration>();

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: resourceName(config, 'api'),
      description: 'Rapporteur',
      createDefaultStage: false,
      disableExecuteApiEndpoint: config.edge !== undefined,
      defaultAuthorizer: new HttpNoneAuthorizer(),
    });
    // The local emulator uses this tag as the id of the API, so that its URL is known before the deployment.
    Tags.of(this.api).add('ms-custom-id', 'rapporteur');
    const stage = this.openStage(config);
    if (config.edge) this.acceptEdgeOnly(config.edge, stage);
    suppressNagRule(
      this,
      'AwsSolutions-APIG4',
      'The functions verify API keys: the order of checks is part of the public contract, and a cached authorizer would accept a key after it was regenerated.',
    );
  }

  private openStage(config: StageConfig): HttpStage {
    const logGroup = new LogGroup(this, 'AccessLog', {
      logGroupName: `/rapporteur/${resourceName(config, 'api-access')}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
  }

  /** A domain that requires a client certificate, which the edge has. The API has no other endpoint. */
  private acceptEdgeOnly(edge: Edge, stage: HttpStage): void {
    const authorities = new Asset(this, 'ClientAuthorities', { path: edge.clientAuthorities });
    const domainName = new DomainName(this, 'Domain', {
      domainName: edge.originDomain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.originCertificateArn),
      mtls: { bucket: authorities.bucket, key: authorities.s3ObjectKey },
    });
    new ApiMapping(this, 'Mapping', { api: this.api, domainName, stage });
    new CfnOutput(this, 'OriginDomainTarget', {
      value: domainName.regionalDomainName,
      description: `Point ${edge.originDomain} here`,
    });
  }

  /** Routes every method of the path, and of all paths below it. The function refuses unknown ones. */
  route(path: string, fn: NodeFunction): void {
    const integration = this.integrationOf(fn);
    for (const tail of ['', '/{proxy+}']) {
      this.api.addRoutes({ path: `${API_ROOT}${path}${tail}`, methods: [HttpMethod.ANY], integration });
    }
  }

  /** Routes a page at the root of the origin, with all paths below it, except for the start page `/`. */
  page(path: string, fn: NodeFunction): void {
    const integration = this.integrationOf(fn);
    for (const tail of path === '/' ? [''] : ['', '/{proxy+}']) {
      this.api.addRoutes({ path: `${path}${tail}`, methods: [HttpMethod.ANY], integration });
    }
  }

  /** Routes every other request. */
  fallback(fn: NodeFunction): void {
    new HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: this.integrationOf(fn),
    });
  }

  /** One for each function, which any route of this API may invoke: a stack has at most 500 resources. */
  private integrationOf(fn: NodeFunction): HttpLambdaIntegration {
    const known = this.integrations.get(fn);
    const integration = known ?? new HttpLambdaIntegration(`To${fn.node.id}`, fn, { scopePermissionToRoute: false });
    this.integrations.set(fn, integration);
    return integration;
  }
}
