import { CliError } from '#bin/cli/cli-error';
import { changeRegistry } from '#bin/operator/recorders/change-registry';
import type { WorkspaceRecorders } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import { updating } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import {
  type RecorderOrder,
  type RecorderRegistry,
  recorderNamed,
} from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';

type Stores = Parameters<typeof changeRegistry>[0] & { readonly context: CommandContext };

/** Writes the order of platforms, `meet=eu-attendee,simulator`, of the deployment or of one workspace. */
export async function orderRecorders(
  stores: Stores,
  given: readonly string[],
  workspace: WorkspaceId | undefined,
): Promise<string> {
  const order = Object.fromEntries(given.map(readOrder)) as Partial<RecorderOrder>;
  const said = Object.entries(order)
    .map(
      ([platform, names]) =>
        `${platform}: ${names.join(', ') || (workspace ? 'that of the deployment' : 'no recorder')}`,
    )
    .join('; ');
  if (workspace === undefined) {
    await changeRegistry(stores, (registry) => {
      refuseUnknown(registry, order);
      return { ...registry, order: { ...registry.order, ...order } };
    });
    return `The order is now ${said}.`;
  }
  refuseUnknown((await recorderRegistry.find(stores.table))?.state ?? stores.initial, order);
  await orderOfWorkspace(stores, workspace, order);
  return `The order of ${workspace} is now ${said}.`;
}

function readOrder(text: string): readonly [string, readonly string[]] {
  const [platform = '', names = ''] = text.split('=');
  return [platform, names.split(',').filter(Boolean)];
}

function refuseUnknown(registry: RecorderRegistry, order: Partial<RecorderOrder>): void {
  const unknown = Object.values(order)
    .flat()
    .find((name) => !recorderNamed(registry, name));
  if (unknown !== undefined) throw new CliError(`There is no recorder ${unknown}; add it first with --name`);
}

const withOrder = updating(workspaces, (workspace, _now, order: WorkspaceRecorders) => {
  // A platform without a name has the order of the deployment again.
  const recorders = withoutEmpty({ ...workspace.recorders, ...order });
  return {
    state: { ...workspace, recorders },
    audited: { before: { ...workspace.recorders }, after: { ...recorders } },
  };
});

const withoutEmpty = (order: WorkspaceRecorders): WorkspaceRecorders =>
  Object.fromEntries(Object.entries(order).filter(([, names]) => names.length > 0));

function orderOfWorkspace({ context }: Stores, workspaceId: WorkspaceId, order: WorkspaceRecorders) {
  const target = { workspaceId, targetId: workspaceId };
  return withOrder(auditingOperator(context, 'workspace.recorders_updated', target))(workspaceId, order);
}
