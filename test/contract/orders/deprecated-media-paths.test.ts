import { folders } from '#functions/api/folders/index';
import { workspaces } from '#functions/api/workspaces/index';
import { workspaces as stored } from '#shared/accounts/workspaces/store';
import {
  createTranscriptionContract,
  deprecatedOrderMediaContract,
} from '#shared/texts/orders/deprecated-paths/media-contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aMediaOrderWorld } from './a-media-order.ts';

/** Dates of docs/changelog.md, in the form of RFC 9745. */
const NOVEMBER_25 = '@1764028800';
const AUGUST_14 = '@1786665600';
const NEWEST = { 'service-version': '2026-10-12' };

async function anOlderWorld() {
  const media = await aMediaOrderWorld();
  const { world, owner, url, callTexts } = media;
  const { key, workspaceId } = owner;
  const callFolders = callsTo(folders(world.context));
  const flat = { organization_id: workspaceId, tmp_url: url, language: 'en' };
  const create = (changes: object = {}, headers: object = {}, as = key) =>
    callTexts('POST', '/transcriptions', {
      key: as,
      body: { ...flat, ...changes },
      headers: { ...NEWEST, ...headers },
    });
  return {
    ...media,
    flat,
    create,
    createWith: (body: object) => callTexts('POST', '/transcriptions', { key, body, headers: NEWEST }),
    aFolder: async (name: string) =>
      (await callFolders('POST', '/folders', { key, body: { workspace_id: workspaceId, name } })).body.id,
    foldersThere: async () =>
      (await callFolders('GET', `/folders?workspace_id=${workspaceId}`, { key })).body.data.map(
        ({ id, name, conversations_count }: Record<string, unknown>) => ({ id, name, conversations_count }),
      ),
  };
}

describe('POST /orders', () => {
  it('201: makes the order that POST /transcribe makes, and says that it is deprecated', async () => {
    const { order, readOrder } = await aMediaOrderWorld();

    const answer = await order({ tags: ['a'] }, { path: '/orders' });

    const made = expectSuccess(deprecatedOrderMediaContract, answer, 201);
    expect(made).toMatchObject({ object: 'order', kind: 'transcription', name: 'interview.mp4', tags: ['a'] });
    expect(made).toEqual(await readOrder(made.id));
    expect(answer.headers).toMatchObject({
      ...{ deprecation: AUGUST_14, location: expect.stringMatching(`/orders/${made.id}$`) },
      link: expect.stringContaining('rel="deprecation"'),
    });
  });

  it('201: orders subtitles, by fields inside order', async () => {
    const { call, owner, url } = await aMediaOrderWorld();
    const inside = { workspaceId: owner.workspaceId, url, language: 'en', isSubtitle: true };

    const answer = await call('POST', '/orders', { key: owner.key, body: { order: inside } });

    expect([answer.status, answer.body.kind]).toEqual([201, 'subtitles']);
  });

  it('400 to 422: names its fields as POST /transcribe does', async () => {
    const { order, call, owner, world, url } = await aMediaOrderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const older = { path: '/orders' };
    const both = { order: { url }, url, language: 'en' };

    expect({
      missing: expectError(deprecatedOrderMediaContract, await order({ url: undefined }, older), 400),
      guest: expectError(deprecatedOrderMediaContract, await order({}, { ...older, as: guest.key }), 401),
      pro: expectError(deprecatedOrderMediaContract, await order({ service: 'pro' }, older), 403),
      url: expectError(deprecatedOrderMediaContract, await order({ url: 'https://10.0.0.1/a.mp3' }, older), 422),
      kind: expectError(deprecatedOrderMediaContract, await order({ is_subtitle: 'maybe' }, older), 422),
      both: expectError(
        deprecatedOrderMediaContract,
        await call('POST', '/orders', { key: owner.key, body: both }),
        422,
      ),
    }).toEqual({
      ...{ missing: ['missing url'], guest: ['unauthorized'], pro: ['plan_upgrade_required'], url: ['invalid url'] },
      ...{ kind: ['invalid_type is_subtitle'], both: ['unknown_field order'] },
    });
  });
});

describe('POST /transcriptions', () => {
  it('201: answers the conversation of an order, and says that it is deprecated', async () => {
    const { create, conversation, readOrder, owner, worker } = await anOlderWorld();

    const answer = await create({ name: 'Interview', tags: ['a'] });

    const made = expectSuccess(createTranscriptionContract, answer, 201);
    expect(made).toEqual((await conversation(made.id)).body);
    expect(made).toMatchObject({
      ...{ object: 'conversation', kind: 'transcription', state: 'initial', name: 'Interview', tags: ['a'] },
      ...{ workspace_id: owner.workspaceId, language: 'en', folder_id: null },
    });
    expect(answer.headers).toMatchObject({
      ...{ deprecation: NOVEMBER_25, location: expect.stringMatching(`/transcriptions/${made.id}$`) },
      link: expect.stringContaining('rel="deprecation"'),
    });
    await worker.untilQuiet();
    expect(await readOrder(made.order_id)).toMatchObject({ state: 'fulfilled', outputs_ids: [made.id] });
  });

  it('201: makes subtitles, by fields inside transcription and the integer of the workspace', async () => {
    const { createWith, flat, world, owner } = await anOlderWorld();
    const number = (await stored.find(world.context.table, owner.workspaceId))?.state.number;

    const answer = await createWith({ transcription: { ...flat, organization_id: number, is_subtitle: true } });

    expect(expectSuccess(createTranscriptionContract, answer, 201)).toMatchObject({
      ...{ kind: 'subtitles', workspace_id: owner.workspaceId },
    });
  });

  it('201: takes the only workspace of the key', async () => {
    const { create, owner } = await anOlderWorld();

    expect((await create({ organization_id: undefined })).body.workspace_id).toBe(owner.workspaceId);
  });

  it('201: makes the folder that is named once, and counts its conversations', async () => {
    const { create, foldersThere } = await anOlderWorld();

    const [first, second] = [await create({ folder: 'Interviews' }), await create({ folder: 'Interviews' })];

    const folder = expectSuccess(createTranscriptionContract, first, 201).folder_id;
    expect(second.body.folder_id).toBe(folder);
    expect(await foldersThere()).toEqual([{ id: folder, name: 'Interviews', conversations_count: 2 }]);
  });

  it('201: makes one folder for two requests at once', async () => {
    const { create, foldersThere } = await anOlderWorld();

    const answers = await Promise.all([create({ folder: 'Interviews' }), create({ folder: 'Interviews' })]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await foldersThere()).toMatchObject([{ name: 'Interviews', conversations_count: 2 }]);
  });

  it('201: puts it into a folder that is there, by its name or its id', async () => {
    const { create, aFolder } = await anOlderWorld();
    const id = await aFolder('Interviews');

    expect((await create({ folder: 'Interviews' })).body.folder_id).toBe(id);
    expect((await create({ folder_id: id })).body.folder_id).toBe(id);
  });

  it('201: makes one conversation for an Idempotency-Key', async () => {
    const { create, foldersThere } = await anOlderWorld();

    const [first, second] = [
      await create({ folder: 'Interviews' }, { 'idempotency-key': 'k' }),
      await create({ folder: 'Interviews' }, { 'idempotency-key': 'k' }),
    ];

    expect(second.body).toEqual(first.body);
    expect(await foldersThere()).toMatchObject([{ conversations_count: 1 }]);
  });

  it('201: has camelCase fields before 2026-10-12', async () => {
    const { create } = await anOlderWorld();

    const { body } = await create({ folder: 'Interviews' }, { 'service-version': '2026-10-09' });

    expect(body).toMatchObject({ orderId: expect.stringMatching(/^ord_/), folderId: expect.stringMatching(/^fol_/) });
  });

  it('400 to 422: names its own fields, and makes no folder', async () => {
    const { create, aFolder, foldersThere, world, owner } = await anOlderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');
    const stranger = await world.anOwner('Other');
    const folder_id = await aFolder('Old');
    const contract = createTranscriptionContract;
    const folder = 'New';

    expect({
      missing: expectError(contract, await create({ tmp_url: undefined, folder }), 400),
      guest: expectError(contract, await create({ folder }, {}, guest.key), 401),
      foreign: expectError(contract, await create({ organization_id: stranger.workspaceId, folder }), 401),
      pro: expectError(contract, await create({ service: 'pro', folder }), 403),
      url: expectError(contract, await create({ tmp_url: 'https://10.0.0.1/a.mp3', folder }), 422),
      both: expectError(contract, await create({ folder, folder_id }), 422),
      blank: expectError(contract, await create({ folder: ' ' }), 422),
      url2: expectError(contract, await create({ url: 'https://files.example.test/a.mp3', folder }), 422),
    }).toEqual({
      ...{ missing: ['missing tmp_url'], guest: ['unauthorized'], foreign: ['unauthorized'] },
      ...{ pro: ['plan_upgrade_required'], url: ['invalid tmp_url'], both: ['invalid folder'] },
      ...{ blank: ['blank folder'], url2: ['unknown_field url'] },
    });
    expect(await foldersThere()).toMatchObject([{ name: 'Old' }]);
  });

  it('400: without organization_id where the key belongs to two workspaces', async () => {
    const { create, world, owner } = await anOlderWorld();
    await callsTo(workspaces(world.context))('POST', '/workspaces', { key: owner.key, body: { name: 'Other' } });

    expect(expectError(createTranscriptionContract, await create({ organization_id: undefined }), 400)).toEqual([
      'bad_request organization_id',
    ]);
  });

  it('429: the hundred and first order of an hour by any path', async () => {
    const { create, order, foldersThere } = await anOlderWorld();
    for (let nth = 0; nth < 100; nth += 1) await order();

    expect(expectError(createTranscriptionContract, await create({ folder: 'New' }), 429)).toEqual(['rate_limited']);
    expect(expectError(deprecatedOrderMediaContract, await order({}, { path: '/orders' }), 429)).toEqual([
      'rate_limited',
    ]);
    expect(await foldersThere()).toEqual([]);
  });
});
