import { folders } from '#functions/api/folders/index';
import {
  createFolderContract,
  deleteFolderContract,
  getFolderContract,
  listFoldersContract,
  updateFolderContract,
} from '#shared/texts/folders/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from '../conversations/a-conversation.ts';

const UNKNOWN = 'fol_00000000000000000000000000';

/** A workspace with folders and conversations. */
async function aFolderWorld() {
  const made = await aConversationWorld();
  const { key, workspaceId } = made.owner;
  const call = callsTo(folders(made.world.context));
  const create = (name: string, parentId: string | null = null) =>
    call('POST', '/folders', { key, body: { workspace_id: workspaceId, name, parent_id: parentId } });
  return {
    ...made,
    create,
    aFolder: async (name: string, parentId: string | null = null): Promise<string> =>
      (await create(name, parentId)).body.id,
    read: (id: string) => call('GET', `/folders/${id}`, { key }),
    update: (id: string, body: object) => call('PATCH', `/folders/${id}`, { key, body }),
    remove: (id: string) => call('DELETE', `/folders/${id}`, { key }),
    listFolders: (rest = '') => call('GET', `/folders?workspace_id=${workspaceId}${rest}`, { key }),
    file: (conversation: string, folderId: string | null) => made.update(conversation, { folder_id: folderId }),
    conversationsIn: async (folder: string): Promise<readonly string[]> =>
      (await made.list(`&folder_id=${folder}`)).body.data.map(({ id }: { id: string }) => id),
  };
}

const namesIn = ({ body }: { readonly body: { readonly data: readonly { readonly path: string }[] } }) =>
  body.data.map(({ path }) => path);

describe('POST /folders', () => {
  it('201: in another folder, with the path to it', async () => {
    const { create, aFolder, owner } = await aFolderWorld();
    const parent = await aFolder('Sales', await aFolder('Europe'));

    const made = await create('Renewals', parent);

    expect(expectSuccess(createFolderContract, made, 201)).toEqual({
      id: expect.stringMatching(/^fol_/),
      object: 'folder',
      workspace_id: owner.workspaceId,
      name: 'Renewals',
      parent_id: parent,
      path: 'Europe/Sales/Renewals',
      conversations_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('201 and 409: of two with one name at the same time, one is made', async () => {
    const { create, listFolders } = await aFolderWorld();

    const made = await Promise.all([create('Sales'), create('Sales')]);

    expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(namesIn(await listFolders())).toEqual(['Sales']);
  });

  it('422: a parent that is unknown', async () => {
    const { create } = await aFolderWorld();

    expect(expectError(createFolderContract, await create('Sales', UNKNOWN), 422)).toEqual(['invalid parent_id']);
  });
});

describe('GET /folders', () => {
  it('200: all of them with their paths, newest first, or those in one place', async () => {
    const { aFolder, listFolders } = await aFolderWorld();
    const europe = await aFolder('Europe');
    await aFolder('Paris', europe);

    expect(namesIn({ body: expectSuccess(listFoldersContract, await listFolders(), 200) })).toEqual([
      'Europe/Paris',
      'Europe',
    ]);
    expect(namesIn(await listFolders(`&parent_id=${europe}`))).toEqual(['Europe/Paris']);
    expect(namesIn(await listFolders('&parent_id=root'))).toEqual(['Europe']);
  });

  it('400: a parent that is no folder', async () => {
    const { listFolders } = await aFolderWorld();

    const list = await listFolders('&parent_id=con_00000000000000000000000000');

    expect(expectError(listFoldersContract, list, 400)).toEqual(['bad_request parent_id']);
  });
});

describe('PATCH /folders/{id}', () => {
  it('200: renames, moves to a folder and back to the root', async () => {
    const { aFolder, update, read } = await aFolderWorld();
    const [id, other] = [await aFolder('Sales'), await aFolder('Europe')];
    const inside = await aFolder('2026', id);

    const moved = expectSuccess(updateFolderContract, await update(id, { name: 'Deals', parent_id: other }), 200);

    expect(moved).toMatchObject({ path: 'Europe/Deals', parent_id: other });
    expect(expectSuccess(getFolderContract, await read(inside), 200).path).toBe('Europe/Deals/2026');
    expect((await update(id, { parent_id: null })).body).toMatchObject({ path: 'Deals', parent_id: null });
  });

  it('200: nothing new moves nothing', async () => {
    const { aFolder, update, read } = await aFolderWorld();
    const id = await aFolder('Sales');
    const before = (await read(id)).body;

    expect(expectSuccess(updateFolderContract, await update(id, { name: 'Sales', parent_id: null }), 200)).toEqual(
      before,
    );
  });

  it('409: a name that the parent has', async () => {
    const { aFolder, update } = await aFolderWorld();
    await aFolder('Sales');

    const renamed = await update(await aFolder('Europe'), { name: 'Sales' });

    expect(expectError(updateFolderContract, renamed, 409)).toEqual(['conflict']);
  });

  it('422: of two moves at once that would make a cycle, one is refused', async () => {
    const { aFolder, update } = await aFolderWorld();
    const [one, other] = [await aFolder('One'), await aFolder('Other')];

    const moved = await Promise.all([update(one, { parent_id: other }), update(other, { parent_id: one })]);

    expect(moved.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('404: an unknown folder', async () => {
    const { update } = await aFolderWorld();

    expect(expectError(updateFolderContract, await update(UNKNOWN, { name: 'Sales' }), 404)).toEqual(['not_found']);
  });
});

describe('conversations in folders', () => {
  it('are counted and listed where they are', async () => {
    const { aConversation, aFolder, file, read, conversationsIn } = await aFolderWorld();
    const id = await aConversation();
    const [from, to] = [await aFolder('From'), await aFolder('To')];
    await file(id, from);

    const moved = await file(id, to);
    await file(id, to);

    expect(moved.body.folder_id).toBe(to);
    expect((await read(from)).body.conversations_count).toBe(0);
    expect((await read(to)).body.conversations_count).toBe(1);
    expect(await conversationsIn(to)).toEqual([id]);
    expect(await conversationsIn('root')).toEqual([]);
    await file(id, null);
    expect(await conversationsIn('root')).toEqual([id]);
    expect((await read(to)).body.conversations_count).toBe(0);
  });

  it('422: cannot be moved to an unknown folder', async () => {
    const { aConversation, file } = await aFolderWorld();

    const moved = await file(await aConversation(), UNKNOWN);

    expect([moved.status, moved.body.errors[0].code]).toEqual([422, 'invalid']);
  });
});

describe('DELETE /folders/{id}', () => {
  it('200: deletes an empty folder and answers it once more', async () => {
    const { aFolder, create, read, remove } = await aFolderWorld();
    const id = await aFolder('Sales');
    const before = (await read(id)).body;

    expect(expectSuccess(deleteFolderContract, await remove(id), 200)).toEqual(before);

    expect(expectError(getFolderContract, await read(id), 404)).toEqual(['not_found']);
    expect((await create('Sales')).status).toBe(201);
  });

  it('409: while it has folders or conversations', async () => {
    const { aConversation, aFolder, file, remove } = await aFolderWorld();
    const [id, conversation] = [await aFolder('Sales'), await aConversation()];
    const inside = await aFolder('2026', id);
    await file(conversation, inside);

    expect(expectError(deleteFolderContract, await remove(id), 409)).toEqual(['conflict']);
    expect(expectError(deleteFolderContract, await remove(inside), 409)).toEqual(['conflict']);
    await file(conversation, null);
    expect((await remove(inside)).status).toBe(200);
  });

  it('of a deletion and a conversation that moves in at once, one is refused', async () => {
    const { aConversation, aFolder, file, remove, read, conversationsIn } = await aFolderWorld();
    const [id, conversation] = [await aFolder('Sales'), await aConversation()];

    const [deleted, moved] = await Promise.all([remove(id), file(conversation, id)]);

    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, moved.status]);
    expect((await read(id)).status === 200).toBe((await conversationsIn(id)).length === 1);
  });

  it('404: an unknown folder', async () => {
    const { remove } = await aFolderWorld();

    expect(expectError(deleteFolderContract, await remove(UNKNOWN), 404)).toEqual(['not_found']);
  });
});
