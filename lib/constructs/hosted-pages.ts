import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { FunctionContext } from '../app-context.ts';
import { PAGE_GROUPS, type PageGroup, type PageGroupName } from '../page-groups.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { Gateway } from './gateway.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import { SEARCHING } from './public-api.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';
import { SignInClient } from './sign-in-client.ts';
import type { ServiceUserPool } from './user-pool.ts';

interface HostedPagesProps {
  readonly context: FunctionContext;
  readonly gateway: Gateway;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
  /** Undefined without sign-in. */
  readonly userPool: ServiceUserPool | undefined;
}

interface GroupProps extends HostedPagesProps {
  readonly signIn: SignInClient | undefined;
}

/** The hosted pages: one function for each group of pages, at the root of the API's gateway. */
export class HostedPages extends Construct {
  private readonly functions: ReadonlyMap<string, NodeFunction>;

  constructor(scope: Construct, id: string, props: HostedPagesProps) {
    super(scope, id);
    const { userPool, context } = props;
    const { config, environment } = context;
    const origin = environment[ENV.appUrl] ?? '';
    const signIn = userPool && new SignInClient(this, 'SignIn', { config, userPool, origin });
    this.functions = new Map(
      Object.entries(PAGE_GROUPS).map(([name, group]) => [name, this.group(name, group, { ...props, signIn })]),
    );
  }

  /** The function of one group. */
  of(name: PageGroupName): NodeFunction {
    const fn = this.functions.get(name);
    if (!fn) throw new Error(`There is no page group ${name}.`);
    return fn;
  }

  private group(name: string, group: PageGroup, props: GroupProps): NodeFunction {
    const { context, gateway, table, files, secrets, bus, signIn } = props;
    const fn = new NodeFunction(this, name, {
      context,
      entry: group.entry,
      description: group.description,
      shiftsTraffic: true,
      // Below the gateway's timeout of 30 seconds; a page may send requests to a calendar provider or to Cognito.
      timeoutSeconds: 25,
      // As for endpoints: a cold start mostly parses the bundle.
      ...(group.searches ? SEARCHING : { memoryMb: 1024 }),
    });
    secrets.addKeyIdTo(fn);
    if (group.table) table.grantReadWrite(fn, ...group.table);
    grantFiles(fn, group, files);
    for (const what of group.seals ?? []) secrets.grantSeal(fn, what);
    for (const what of group.opens ?? []) secrets.grantOpen(fn, what);
    if (group.checksHealth) {
      table.grantProbe(fn);
      bus.grantDescribe(fn);
      fn.addEnvironment(ENV.version, softwareVersion());
    }
    signIn?.addUrlTo(fn);
    if (group.signsIn) signIn?.addSettingsTo(fn);
    for (const path of group.paths) gateway.page(path, fn);
    return fn;
  }
}

function grantFiles(fn: NodeFunction, group: PageGroup, files: FilesBucket): void {
  if (group.writesRecordings) for (const kind of ['recordings', 'texts'] as const) files.grantReadWrite(fn, kind);
  if (group.readsRecordings) for (const kind of ['recordings', 'texts'] as const) files.grantRead(fn, kind);
  if (group.searches) files.grantRead(fn, 'search');
  if (group.takesUploads) files.grantUploads(fn);
  if (group.readsExports) files.grantRead(fn, 'exports');
}

function softwareVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return String(version);
}
