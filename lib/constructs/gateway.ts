import { CfnOutput, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
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
import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
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

const WITH_PATHS_BELOW = ['', '/{proxy+}'];

/** The HTTP API: its throttling, access log and routes. Behind an edge, it accepts requests from the edge alone. */
export class Gateway extends Construct {
  readonly api: HttpApi;
  /** Of the domain behind the edge; undefined without an edge. */
  readonly certificate: ICertificate | undefined;
  private readonly integrations = new Map<NodeFunction, HttpLambdaIntegration>();

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: resourceName(config, 'api'),
      description: 'Rapporteur',
      createDefaultStage: false,
      disableExecuteApiEndpoint: config.edge !== undefined,
    });
    // The local emulator uses this tag as the id of the API, so that its URL is known before the deployment.
    Tags.of(this.api).add('ms-custom-id', 'rapporteur');
    const stage = this.openStage(config);
    this.certificate =
      config.edge && Certificate.fromCertificateArn(this, 'Certificate', config.edge.originCertificateArn);
    if (config.edge && this.certificate) this.acceptEdgeOnly(config.edge, this.certificate, stage);
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
  private acceptEdgeOnly(edge: Edge, certificate: ICertificate, stage: HttpStage): void {
    const authorities = new Asset(this, 'ClientAuthorities', { path: edge.clientAuthorities });
    const domainName = new DomainName(this, 'Domain', {
      domainName: edge.originDomain,
      certificate,
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
    for (const tail of WITH_PATHS_BELOW) this.add(`${API_ROOT}${path}${tail}`, fn);
  }

  /** Routes a page at the root of the origin, with all paths below it, except for the start page `/`. */
  page(path: string, fn: NodeFunction): void {
    for (const tail of path === '/' ? [''] : WITH_PATHS_BELOW) this.add(`${path}${tail}`, fn);
  }

  /** Routes every other request. */
  fallback(fn: NodeFunction): void {
    this.addRoute('Default', HttpRouteKey.DEFAULT, fn);
  }

  private add(path: string, fn: NodeFunction): void {
    this.addRoute(`${HttpMethod.ANY}${path}`, HttpRouteKey.with(path, HttpMethod.ANY), fn);
  }

  /** In the stack of its function, so that the stack of the gateway depends on no other: docs/decisions/stacks.md. */
  private addRoute(id: string, routeKey: HttpRouteKey, fn: NodeFunction): void {
    const isOwn = Stack.of(fn) === Stack.of(this);
    const route = new HttpRoute(isOwn ? this.api : (fn.node.scope ?? fn), id, {
      httpApi: this.api,
      routeKey,
      integration: this.integrationOf(fn),
      authorizer: new HttpNoneAuthorizer(),
    });
    suppressNagRule(
      route,
      'AwsSolutions-APIG4',
      'The functions verify API keys: the order of checks is part of the public contract, and a cached authorizer would accept a key after it was regenerated.',
    );
  }

  /** One for each function, which any route of this API may invoke: a stack has at most 500 resources. */
  private integrationOf(fn: NodeFunction): HttpLambdaIntegration {
    const known = this.integrations.get(fn);
    const integration =
      known ?? new HttpLambdaIntegration(`To${fn.node.id}`, fn.released, { scopePermissionToRoute: false });
    this.integrations.set(fn, integration);
    return integration;
  }
}
