import { RemovalPolicy, Tags } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { named } from '../surroundings.ts';
import type { NodeFunction } from './node-function.ts';

/** Beneath the origin; part of the promise to partners. */
export const API_ROOT = '/api/v1';

/** No query string, no header and no body: each may carry a key, a code or a meeting's link. */
const LOGGED = {
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
  ip: '$context.identity.sourceIp',
};

/** The HTTP API: which path goes to which function, how many requests pass, and what is written down about them. */
export class Gateway extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: named(config, 'api'),
      description: 'Rapporteur',
      createDefaultStage: false,
      defaultAuthorizer: new HttpNoneAuthorizer(),
    });
    // The local emulator takes it for the API's id, so that the address is known before the deployment. AWS ignores it.
    Tags.of(this.api).add('ms-custom-id', 'rapporteur');
    this.openStage(config);
    acknowledge(
      this,
      'AwsSolutions-APIG4',
      'Keys are checked by the functions: what is refused, and in which order, is part of the public contract, and a cached authorizer would keep a regenerated key alive.',
    );
  }

  private openStage(config: StageConfig): void {
    const logGroup = new LogGroup(this, 'AccessLog', {
      logGroupName: `/rapporteur/${named(config, 'api-access')}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
  }

  /** Every method of the path and of all beneath it; the function itself refuses what it does not know. */
  route(path: string, fn: NodeFunction): void {
    const integration = new HttpLambdaIntegration(`To${fn.node.id}`, fn);
    for (const tail of ['', '/{proxy+}']) {
      this.api.addRoutes({ path: `${API_ROOT}${path}${tail}`, methods: [HttpMethod.ANY], integration });
    }
  }

  /** A page at the origin itself, with all beneath it; the start page alone has nothing beneath it that is its own. */
  page(path: string, fn: NodeFunction): void {
    const integration = new HttpLambdaIntegration(`To${fn.node.id}`, fn);
    for (const tail of path === '/' ? [''] : ['', '/{proxy+}']) {
      this.api.addRoutes({ path: `${path}${tail}`, methods: [HttpMethod.ANY], integration });
    }
  }

  /** Everything no route is named for. */
  fallback(fn: NodeFunction): void {
    new HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('ToFallback', fn),
    });
  }
}
