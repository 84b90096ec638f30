import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { type Identified, type IdOf, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Entity, Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';

// What many endpoints start `early`: what the command itself loads, where the request names it.

interface Asked {
  readonly context: { readonly table: Table };
}

/** What is loaded by the state of what the path names, which is found first. */
export const byFound =
  <Request extends Asked, State>(
    find: (request: Request) => Promise<Loaded<State> | undefined>,
    load: (table: Table, state: State, request: Request) => Promise<unknown>,
  ) =>
  (request: Request): readonly Promise<unknown>[] => [
    find(request).then((found) => found && load(request.context.table, found.state, request)),
  ];

/** What is found by the id in a field of the body. */
export async function byBodyId<State extends Identified>(
  { context, body }: Asked & { readonly body: BodyReader },
  field: string,
  { prefix, find }: Pick<Entity<State>, 'prefix' | 'find'>,
): Promise<Loaded<State> | undefined> {
  const id: IdOf<State> | undefined = idOf(prefix, body.value(field));
  return id && find(context.table, id);
}

/** What is loaded of the workspace that is named by its id or number. */
export async function byWorkspace<Value>(
  table: Table,
  named: string | undefined,
  load: (table: Table, workspace: WorkspaceId) => Promise<Value>,
): Promise<Value | undefined> {
  const id = await workspaceIdNamed(table, named ?? '');
  return id && load(table, id);
}
