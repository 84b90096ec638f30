import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import { PAGE_GROUPS, type PageGroup, type PageGroupName } from '../page-groups.ts';
import type { AppContext } from '../surroundings.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { Gateway } from './gateway.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { People } from './people.ts';
import type { SecretsKey } from './secrets-key.ts';
import { SignInClient } from './sign-in-client.ts';

interface HostedPagesProps {
  readonly appContext: AppContext;
  readonly gateway: Gateway;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
  /** None where nobody can sign in. */
  readonly people: People | undefined;
}

interface GroupProps extends HostedPagesProps {
  readonly signIn: SignInClient | undefined;
}

/** What people touch: one function for each group of pages, at the root of the same gateway as the API. */
export class HostedPages extends Construct {
  private readonly functions: ReadonlyMap<string, NodeFunction>;

  constructor(scope: Construct, id: string, props: HostedPagesProps) {
    super(scope, id);
    const { people, appContext } = props;
    const { config, environment } = appContext;
    const origin = environment[ENV.appUrl] ?? '';
    const signIn = people && new SignInClient(this, 'SignIn', { config, people, origin });
    this.functions = new Map(
      Object.entries(PAGE_GROUPS).map(([name, group]) => [name, this.group(name, group, { ...props, signIn })]),
    );
  }

  /** The function of one group. */
  of(name: PageGroupName): NodeFunction {
    const fn = this.functions.get(name);
    if (!fn) throw new Error(`No pages are called ${name}.`);
    return fn;
  }

  private group(name: string, group: PageGroup, props: GroupProps): NodeFunction {
    const { appContext, gateway, table, files, secrets, signIn } = props;
    const fn = new NodeFunction(this, name, {
      appContext,
      entry: group.entry,
      describedAs: group.describedAs,
      // Under the 30 seconds at which the gateway gives up; a provider of calendars or of sign-in may be asked meanwhile.
      timeoutSeconds: 25,
      // As for endpoints: a cold start is parsing the bundle, and a person waits for it.
      memoryMb: 1024,
    });
    secrets.tell(fn);
    if (group.table) table.grantReadWrite(fn, ...group.table);
    if (group.readsFiles) files.grantRead(fn);
    for (const what of group.seals ?? []) secrets.grantSeal(fn, what);
    for (const what of group.opens ?? []) secrets.grantOpen(fn, what);
    signIn?.tellWhere(fn);
    if (group.signsIn) signIn?.tell(fn);
    for (const path of group.paths) gateway.page(path, fn);
    return fn;
  }
}
