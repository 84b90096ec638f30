import { Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import { API_GROUPS, type ApiGroup } from '../api-groups.ts';
import type { AppContext } from '../surroundings.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { Gateway } from './gateway.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';

interface PublicApiProps {
  readonly appContext: AppContext;
  readonly gateway: Gateway;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

// Under the 30 seconds at which the gateway gives up, so that the caller gets our own answer; a webhook test waits ten.
const TIMEOUT_SECONDS = 25;
// A cold start is parsing the bundle, and twice the processor halves it.
const MEMORY_MB = 1024;

/** One function for each group of endpoints, and one for every path that has no group. */
export class PublicApi extends Construct {
  readonly groups: readonly NodeFunction[];
  readonly fallbackFn: NodeFunction;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    this.groups = Object.entries(API_GROUPS).map(([name, group]) => this.group(name, group, props));
    this.fallbackFn = this.fallback(props);
    this.alarmOnFaults(props);
  }

  private group(
    name: string,
    group: ApiGroup,
    { appContext, gateway, table, files, secrets }: PublicApiProps,
  ): NodeFunction {
    const fn = new NodeFunction(this, name, {
      appContext,
      entry: `api/${name}`,
      describedAs: `Answers ${group.paths.join(' and ')}`,
      timeoutSeconds: TIMEOUT_SECONDS,
      memoryMb: MEMORY_MB,
    });
    if (group.table) {
      table.grantReadWrite(fn, ...group.table);
      secrets.grantSealAndOpen(fn, 'cursor-key');
    }
    if (group.readsFiles) files.grantRead(fn);
    if (group.writesFiles) files.grantReadWrite(fn);
    if (group.fileLinks) secrets.grantSealAndOpen(fn, 'file-links');
    if (group.handoffs) secrets.grantOpen(fn, 'handoff');
    if (group.connectLinks) secrets.grantSealAndOpen(fn, 'connect-link');
    if (group.webhookSecrets) secrets.grantSealAndOpen(fn, 'webhook-secret');
    for (const path of group.paths) gateway.route(path, fn);
    return fn;
  }

  /** It may call the groups, by these very names, and nothing else. */
  private fallback({ appContext, gateway }: PublicApiProps): NodeFunction {
    const fn = new NodeFunction(this, 'fallback', {
      appContext,
      entry: 'api/fallback',
      describedAs: 'Answers what has no route: a trailing slash, or 404',
      // Longer than the group it waits for.
      timeoutSeconds: TIMEOUT_SECONDS + 3,
      // Matches a path and passes the answer on.
      memoryMb: 512,
    });
    const names = Object.fromEntries(this.groups.map((group) => [group.node.id, group.functionName]));
    fn.addEnvironment(ENV.groupFunctions, Stack.of(this).toJsonString(names));
    fn.may(
      ['lambda:InvokeFunction'],
      this.groups.map((group) => group.functionArn),
    );
    gateway.fallback(fn);
    return fn;
  }

  private alarmOnFaults({ appContext, gateway }: PublicApiProps): void {
    new FailureAlarm(this, 'Faults', {
      appContext,
      metric: gateway.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) }),
      threshold: 5,
      periods: 3,
      failureMeans:
        "Partners get 5xx answers, five a minute or more. Search the functions' logs for the request ids of the access log.",
    });
  }
}
