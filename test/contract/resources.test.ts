import { nameOf } from '#shared/foundation/http/contract';
import { type Resource, resources } from '#shared/wiring/resources';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { changeOf, newOneOf } from '#test/support/resources';
import { everyGroup } from './edge/a-deployment.ts';

/** A workspace whose owner makes one of a resource after the other. */
async function anOwnerOf(resource: Resource) {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme');
  const call = callsTo(everyGroup(world.context));
  const { path } = resource.contracts.create;
  const at = (id: string) => `${path}/${id}`;
  const create = () => call('POST', path, { key, body: { ...newOneOf(resource), workspace_id: workspaceId } });
  return {
    world,
    workspaceId,
    at,
    create,
    aNewOne: async (): Promise<string> => (await create()).body.id,
    list: (rest = '') => call('GET', `${path}?workspace_id=${workspaceId}${rest}`, { key }),
    read: (id: string) => call('GET', at(id), { key }),
    update: (id: string, body: object) => call('PATCH', at(id), { key, body }),
    remove: (id: string) => call('DELETE', at(id), { key }),
    audited: async (): Promise<readonly string[]> =>
      (await call('GET', `/audit_events?workspace_id=${workspaceId}`, { key })).body.data.map(
        ({ action, target }: { action: string; target: { id: string } }) => `${action} ${target.id}`,
      ),
  };
}

const idsIn = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

describe.each(resources.map((resource) => [resource.contracts.create.path, resource] as const))('%s', (_, resource) => {
  const { contracts, entity } = resource;
  const object = entity.noun.replaceAll(' ', '_');
  const unknown = `${entity.prefix}_00000000000000000000000000`;

  it(`201: ${nameOf(contracts.create)} answers what was sent, and where it is`, async () => {
    const { create, read, at, workspaceId } = await anOwnerOf(resource);

    const made = await create();

    const body = expectSuccess(contracts.create, made, 201);
    expect(body).toMatchObject({ object, workspace_id: workspaceId, ...newOneOf(resource) });
    expect(made.headers['location']).toMatch(new RegExp(`${at(body.id)}$`));
    expect(expectSuccess(contracts.get, await read(body.id), 200)).toEqual(body);
  });

  it(`200: ${nameOf(contracts.list)} shows the newest first, page by page`, async () => {
    const { aNewOne, list } = await anOwnerOf(resource);
    const [older, newer] = [await aNewOne(), await aNewOne()];

    const page = expectSuccess(contracts.list, await list('&limit=1'), 200);

    expect([page.has_more, idsIn(page)]).toEqual([true, [newer]]);
    expect(idsIn((await list()).body).slice(0, 2)).toEqual([newer, older]);
  });

  it(`200: ${nameOf(contracts.update)} writes what is sent and keeps the rest`, async () => {
    const { world, create, read, update } = await anOwnerOf(resource);
    const { body } = await create();
    world.clock.advance(60_000);

    const changed = expectSuccess(contracts.update, await update(body.id, changeOf(resource)), 200);

    expect(changed).toEqual({ ...body, ...changeOf(resource), updated_at: '2026-11-02T12:01:00.000Z' });
    expect((await read(body.id)).body).toEqual(changed);
  });

  it(`200: ${nameOf(contracts.update)} changes nothing where nothing is new`, async () => {
    const { world, create, update } = await anOwnerOf(resource);
    const { body } = await create();
    const changed = (await update(body.id, changeOf(resource))).body;
    world.clock.advance(60_000);

    expect((await update(body.id, changeOf(resource))).body).toEqual(changed);
  });

  it(`200: ${nameOf(contracts.remove)} answers it as it was, once`, async () => {
    const { create, read, remove } = await anOwnerOf(resource);
    const { body } = await create();

    const answers = await Promise.all([remove(body.id), remove(body.id)]);

    const [removed, gone] = answers.sort((one, other) => one.status - other.status);
    expect(expectSuccess(contracts.remove, removed, 200)).toEqual(body);
    expect(expectError(contracts.remove, gone, 404)).toEqual(['not_found']);
    expect(expectError(contracts.get, await read(body.id), 404)).toEqual(['not_found']);
  });

  it('404: an unknown one is neither read, changed nor deleted', async () => {
    const { read, update, remove } = await anOwnerOf(resource);

    expect(expectError(contracts.get, await read(unknown), 404)).toEqual(['not_found']);
    expect(expectError(contracts.update, await update(unknown, changeOf(resource)), 404)).toEqual(['not_found']);
    expect(expectError(contracts.remove, await remove(unknown), 404)).toEqual(['not_found']);
  });

  it('audits each creation, change and deletion', async () => {
    const { aNewOne, update, remove, audited } = await anOwnerOf(resource);
    const id = await aNewOne();
    await update(id, changeOf(resource));
    await remove(id);

    expect(await audited()).toEqual(
      expect.arrayContaining(['created', 'updated', 'deleted'].map((done) => `${object}.${done} ${id}`)),
    );
  });
});
