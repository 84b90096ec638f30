import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import { API_GROUPS, type ApiGroup } from '../api-groups.ts';
import type { FunctionContext } from '../app-context.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { Gateway } from './gateway.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';

interface PublicApiProps {
  readonly context: FunctionContext;
  readonly gateway: Gateway;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
}

// Below the gateway's timeout of 30 seconds, so that the caller gets a response of ours; a webhook test takes up to ten.
const TIMEOUT_SECONDS = 25;
// A cold start mostly parses the bundle, so twice the memory halves it.
const MEMORY_MB = 1024;

/** One whole processor, and room for the packs of the workspaces that were searched last (MOST_PACK_BYTES). */
export const SEARCHING = { memoryMb: 1769, diskMb: 1024 };

/** One function for each group of endpoints, and one for all other paths. */
export class PublicApi extends Construct {
  readonly groups: readonly NodeFunction[];
  readonly fallbackFn: NodeFunction;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    this.groups = Object.entries(API_GROUPS).map(([name, group]) => this.group(name, group, props));
    this.fallbackFn = this.fallback(props);
  }

  private group(
    name: string,
    group: ApiGroup,
    { context, gateway, table, files, secrets }: PublicApiProps,
  ): NodeFunction {
    const fn = new NodeFunction(this, name, {
      context,
      entry: `api/${name}`,
      description: `Serves ${group.paths.join(' and ')}`,
      shiftsTraffic: true,
      timeoutSeconds: TIMEOUT_SECONDS,
      ...(group.searches ? SEARCHING : { memoryMb: MEMORY_MB }),
    });
    if (group.table) {
      table.grantReadWrite(fn, ...group.table);
      secrets.grantSealAndOpen(fn, 'cursor-key');
    }
    grantFiles(fn, group, files);
    grantSecrets(fn, group, secrets);
    for (const path of group.paths) gateway.route(path, fn);
    return fn;
  }

  /** The fallback function, which may invoke the functions of the groups. */
  private fallback({ context, gateway }: PublicApiProps): NodeFunction {
    const fn = new NodeFunction(this, 'fallback', {
      context,
      entry: 'api/fallback',
      description: 'Serves paths without a route: trailing slashes and 404',
      shiftsTraffic: true,
      // Longer than the timeout of the group that it invokes.
      timeoutSeconds: TIMEOUT_SECONDS + 3,
      // It matches a path and returns the response of the group.
      memoryMb: 512,
    });
    const names = Object.fromEntries(this.groups.map((group) => [group.node.id, group.released.functionName]));
    fn.addEnvironment(ENV.groupFunctions, Stack.of(this).toJsonString(names));
    fn.allow(
      ['lambda:InvokeFunction'],
      this.groups.map((group) => group.released.functionArn),
    );
    gateway.fallback(fn);
    return fn;
  }
}

function grantFiles(fn: NodeFunction, group: ApiGroup, files: FilesBucket): void {
  if (group.readsFiles) files.grantRead(fn, 'recordings');
  if (group.readsExports) for (const kind of ['exports', 'orderedMedia'] as const) files.grantRead(fn, kind);
  if (group.writesRecordings) for (const kind of ['recordings', 'texts'] as const) files.grantReadWrite(fn, kind);
  if (group.searches) files.grantRead(fn, 'search');
  if (group.writesGlossaries) files.grantReadWrite(fn, 'glossaries');
  if (group.writesFiles) files.grantReadWrite(fn, 'uploads');
  if (group.takesUploads) files.grantUploads(fn);
  // It tells the URLs of uploads from others.
  if (group.mediaUrls) files.addNameTo(fn);
}

function grantSecrets(fn: NodeFunction, group: ApiGroup, secrets: SecretsKey): void {
  if (group.fileLinks) secrets.grantSealAndOpen(fn, 'file-links');
  if (group.mediaUrls) secrets.grantSeal(fn, 'media-url');
  if (group.issuesLiveTickets) secrets.grantSealAndOpen(fn, 'live-ticket-key');
  if (group.handoffs) secrets.grantOpen(fn, 'handoff');
  if (group.calendarFeeds) secrets.grantSeal(fn, 'calendar-feed');
  if (group.namesPeople) secrets.grantSealAndOpen(fn, 'erasure-key');
  if (group.connectLinks) secrets.grantSealAndOpen(fn, 'connect-link');
  // A repeated request with an Idempotency-Key shows the secret again.
  if (group.orderWebhooks) secrets.grantSealAndOpen(fn, 'order-webhook');
  if (group.webhookSecrets) secrets.grantSealAndOpen(fn, 'webhook-secret');
}
