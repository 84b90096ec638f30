import { nameOf } from '#shared/foundation/http/contract';
import { type Resource, resources } from '#shared/wiring/resources';
import { changeOf, newOneOf } from '#test/support/resources';
import type { Office } from '../office.ts';
import { always, type Scenario } from '../scenario.ts';

/** The five endpoints of each simple resource, with the bodies of its contracts. */
export const resourceScenarios: readonly Scenario[] = resources.flatMap(scenariosOf);

function scenariosOf(resource: Resource): readonly Scenario[] {
  const { contracts, entity } = resource;
  const { path } = contracts.create;
  const bodyIn = ({ workspaceId }: Office) => ({ ...newOneOf(resource), workspace_id: workspaceId });

  /** A workspace has a number at most: those of earlier calls go. */
  async function clear({ call, workspaceId }: Office): Promise<void> {
    const { data } = await call('GET', `${path}?workspace_id=${workspaceId}`);
    for (const { id } of data) if (id.startsWith(`${entity.prefix}_`)) await call('DELETE', `${path}/${id}`);
  }

  async function aNewOne(office: Office): Promise<string> {
    await clear(office);
    return `${path}/${(await office.call('POST', path, bodyIn(office))).id}`;
  }

  return [
    {
      operation: nameOf(contracts.create),
      status: 201,
      prepare: async (office) => async () => {
        await clear(office);
        return office.request('POST', path, bodyIn(office));
      },
    },
    {
      operation: nameOf(contracts.list),
      status: 200,
      prepare: always('GET', async (office) => {
        await aNewOne(office);
        return `${path}?workspace_id=${office.workspaceId}`;
      }),
    },
    { operation: nameOf(contracts.get), status: 200, prepare: always('GET', aNewOne) },
    {
      operation: nameOf(contracts.update),
      status: 200,
      prepare: async (office) => async () => office.request('PATCH', await aNewOne(office), changeOf(resource)),
    },
    {
      operation: nameOf(contracts.remove),
      status: 200,
      prepare: async (office) => async () => office.request('DELETE', await aNewOne(office)),
    },
  ];
}
