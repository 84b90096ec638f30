import { Stack, Tags } from 'aws-cdk-lib';
import { type CfnApi, WebSocketApi, WebSocketNoneAuthorizer, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import { type AppContext, resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import { WorkQueue } from './work-queue.ts';

/** The name of the stage, which is the path of the address on the front door of a local stack, too. */
const STAGE = 'live';

/** The WebSocket API that readers of live transcripts connect to. */
export class LiveGateway extends Construct {
  readonly api: WebSocketApi;
  private readonly config: StageConfig;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.config = config;
    this.api = new WebSocketApi(this, 'Api', {
      apiName: resourceName(config, 'live'),
      description: 'Live transcripts of Rapporteur',
      // Required, and without effect: readers send nothing, and no route takes what they send.
      routeSelectionExpression: '$request.body.action',
    });
    // The local emulator uses this tag as the id of the API, so that its URL is known before the deployment.
    Tags.of(this.api).add('ms-custom-id', 'rapporteur-live');
    this.openStage(config);
  }

  /** Where readers connect: at the front door of a local stack, whose emulator has no other name for it. */
  get url(): string {
    const { localEmulator, publicOrigin = '' } = this.config;
    return localEmulator === undefined
      ? `${this.api.apiEndpoint}/${STAGE}`
      : `${publicOrigin.replace(/^http/, 'ws')}/${STAGE}`;
  }

  /** Where frames for connections are posted. */
  private get connectionsUrl(): string {
    const { localEmulator } = this.config;
    if (localEmulator !== undefined) return `${localEmulator}/_aws/execute-api/${this.api.apiId}/${STAGE}`;
    const { region, urlSuffix } = Stack.of(this);
    return `https://${this.api.apiId}.execute-api.${region}.${urlSuffix}/${STAGE}`;
  }

  /**
   * Routes connections and their ends. Without a `$default` route, API Gateway answers a frame that a reader sends with
   * `{"message": "Forbidden", "connectionId": …, "requestId": …}`, and invokes nothing. The developer guide says when routes
   * are taken ("Create routes for WebSocket APIs"), not what is answered without one: that is as its clients report it.
   */
  serve(fn: NodeFunction): void {
    const integration = (name: string) => new WebSocketLambdaIntegration(`${name}Integration`, fn);
    const routes = [
      this.api.addRoute('$connect', {
        integration: integration('Connect'),
        authorizer: new WebSocketNoneAuthorizer(),
      }),
      this.api.addRoute('$disconnect', { integration: integration('Disconnect') }),
    ];
    for (const one of routes)
      suppressNagRule(
        one,
        'AwsSolutions-APIG4',
        'A connection is opened by a ticket, which works once: the function takes it. An authorizer would read it a second time.',
      );
  }

  /** Posts to connections, and ends them. */
  grantConnections(fn: NodeFunction): void {
    fn.addEnvironment(ENV.liveConnectionsUrl, this.connectionsUrl);
    const connections = ['POST', 'DELETE'].map((method) => this.connections(this.api.apiId, method));
    fn.allow(['execute-api:ManageConnections'], connections);
    for (const method of ['POST', 'DELETE'])
      suppressNagRule(
        fn.role ?? fn,
        `AwsSolutions-IAM5[Resource::${this.connections(`<${this.logicalId()}>`, method)}]`,
        'The connections of this API: each reader has its own id.',
      );
  }

  private connections(apiId: string, method: string): string {
    return Stack.of(this).formatArn({
      service: 'execute-api',
      resource: apiId,
      resourceName: `${STAGE}/${method}/@connections/*`,
    });
  }

  private logicalId(): string {
    const resource = this.api.node.defaultChild;
    return Stack.of(this).getLogicalId(resource as CfnApi);
  }

  /**
   * Without an access log: that of a WebSocket API is written with a role that the account's settings of API Gateway
   * name, which a new account does not have ("Set up CloudWatch logging for WebSocket APIs" in the developer guide). The
   * function writes a line for each connection.
   */
  private openStage({ throttle }: StageConfig): void {
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: STAGE,
      autoDeploy: true,
      throttle: { rateLimit: throttle.requestsPerSecond, burstLimit: throttle.burst },
    });
    for (const rule of ['AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging'])
      suppressNagRule(
        stage,
        rule,
        'The access log of a WebSocket API needs a role in the settings of the account. The function of connections logs each.',
      );
  }
}

interface LiveTranscriptsProps {
  readonly context: AppContext;
  readonly gateway: LiveGateway;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

// Longer than a worker sends to one feed before it leaves it to the next.
const TIMEOUT_SECONDS = 60;

/** Live transcripts: the function of connections, and the queue and worker that send to them. */
export class LiveTranscripts extends Construct {
  readonly name = 'live-transcripts';
  readonly failureMeans = 'Calls cannot be read along, or what was kept of one stays.';
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string, { context, gateway, table, files, secrets }: LiveTranscriptsProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Live', {
      context,
      name: QUEUES.live,
      envName: ENV.liveQueueUrl,
      consumerTimeoutSeconds: TIMEOUT_SECONDS,
    });
    const socket = new NodeFunction(this, 'Socket', {
      context,
      entry: 'sockets/live',
      description: 'Opens and ends connections that read live transcripts',
      timeoutSeconds: 20,
      memoryMb: 512,
    });
    table.grantReadWrite(socket, 'list');
    // The functions that issue tickets create the key.
    secrets.grantOpen(socket, 'live-ticket-key');
    this.queue.grantSend(socket);
    gateway.serve(socket);

    const worker = new NodeFunction(this, 'Worker', {
      context,
      entry: 'workers/live-transcripts',
      description: 'Sends what is said in calls to those who read along',
      timeoutSeconds: TIMEOUT_SECONDS,
      // It mostly waits for connections; the script of the simulator has a few kilobytes.
      memoryMb: 512,
    });
    table.grantReadWrite(worker);
    secrets.grantOpen(worker, 'recorder-secrets');
    secrets.grantOpen(worker, 'erasure-key');
    files.grantRead(worker, 'simulator');
    gateway.grantConnections(worker);
    this.queue.grantSend(worker);
    this.queue.addConsumer(worker, { maxConcurrency: context.config.concurrency.live });
  }
}
