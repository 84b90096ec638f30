import { conversations } from '#functions/api/conversations/index';
import { meetings } from '#functions/api/meetings/index';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aSearchWorld } from './a-search-world.ts';

const LAUNCH = [['Ada', 'The launch moves to the ninth of June.']] as const;

/** A text in a segment, or in a pack. */
async function anIndexedText(where: 'segment' | 'pack') {
  const made = await aSearchWorld();
  const { id } = await made.aText(LAUNCH, { name: 'Interview' });
  await (where === 'pack' ? made.merge() : made.worker.untilQuiet());
  const call = callsTo(conversations(made.world.context));
  const as = { key: made.owner.key };
  return {
    ...made,
    id,
    remove: (query = '') => call('DELETE', `/conversations/${id}${query}`, as),
    restore: () => call('POST', `/conversations/${id}/restore`, as),
    async correct(text: string) {
      const path = `/conversations/${id}/transcript`;
      const etag = String((await call('GET', path, as)).headers['etag']);
      return call('PATCH', path, { ...as, headers: { 'if-match': etag }, body: { segments: [{ id: 'seg_1', text }] } });
    },
  };
}

describe.each(['segment', 'pack'] as const)('a text in a %s', (where) => {
  it('is not found any more from the moment on in which it is deleted, nor later', async () => {
    const { titles, remove, worker, merge, world } = await anIndexedText(where);

    expect((await remove('?permanent=true')).status).toBe(200);
    expect(await titles('launch')).toEqual([]);
    await worker.untilQuiet();
    expect(await titles('launch')).toEqual([]);
    await merge();
    expect(await titles('launch')).toEqual([]);

    expect([...world.files.files].filter(([, bytes]) => Buffer.from(bytes).includes('launch'))).toEqual([]);
  });

  it('is not found in the trash, and is found again once it is restored', async () => {
    const { titles, remove, restore, worker, merge } = await anIndexedText(where);

    await remove();
    expect(await titles('launch')).toEqual([]);
    await merge();
    expect(await titles('launch')).toEqual([]);
    await restore();
    await worker.untilQuiet();

    expect(await titles('launch')).toEqual(['Interview']);
  });

  it('is found by its correction, and no more by what was corrected', async () => {
    const { titles, correct, worker, merge } = await anIndexedText(where);

    await correct('The takeoff moves to the ninth of June.');
    expect(await titles('launch')).toEqual([]);
    await worker.untilQuiet();
    expect([await titles('launch'), await titles('takeoff')]).toEqual([[], ['Interview']]);
    await merge();

    expect([await titles('launch'), await titles('takeoff')]).toEqual([[], ['Interview']]);
  });

  it('is found by its new name', async () => {
    const { titles, update, worker, id } = await anIndexedText(where);

    await update(id, { name: 'Conversation with Grace' });
    await worker.untilQuiet();

    expect(await titles('grace')).toEqual(['Conversation with Grace']);
  });
});

describe('the text of a meeting', () => {
  it.each([
    ['its results are removed', '/results'],
    ['it is deleted', ''],
  ])('is not found once %s', async (_when, path) => {
    const { world, owner, aRecording, worker, titles, merge } = await aSearchWorld();
    const { id } = await aRecording();
    await merge();
    expect(await titles('launch')).toEqual(['Meeting on Google Meet, 2026-11-02']);

    const call = callsTo(meetings(world.context));
    expect((await call('DELETE', `/meetings/${id}${path}`, { key: owner.key })).status).toBe(200);
    expect(await titles('launch')).toEqual([]);
    await worker.untilQuiet();
    await merge();

    expect(await titles('launch')).toEqual([]);
    const kept = [...world.files.files].filter(([key]) => key.includes('/search/packs/'));
    expect(kept).toEqual([]);
  });
});

describe('segments', () => {
  it('are merged in the night, or as soon as there are a hundred', async () => {
    const { aText, worker, world, owner, keysOf } = await aSearchWorld();
    await aText(LAUNCH);
    await worker.untilQuiet();
    await worker.mergeDue(owner.workspaceId);
    await worker.untilQuiet();
    expect(keysOf('packs')).toEqual([]);

    for (let nth = 1; nth < 100; nth += 1) await aText(LAUNCH, { name: `Text ${nth}` });
    await worker.runOnce();
    world.clock.advance(1_000);
    await worker.mergeDue(owner.workspaceId);
    await worker.untilQuiet();

    expect([keysOf('packs').length, keysOf('segments').length]).toEqual([1, 0]);
  });

  it('of a workspace that is purged are deleted with it', async () => {
    const { aText, merge, worker, world, owner } = await aSearchWorld();
    await aText(LAUNCH);
    await merge();
    await aText(LAUNCH);
    await worker.untilQuiet();
    const { workspaces } = await import('#functions/api/workspaces/index');
    await callsTo(workspaces(world.context))('DELETE', `/workspaces/${owner.workspaceId}`, { key: owner.key });
    await worker.untilQuiet();
    world.clock.advance(31 * 86_400_000);
    await worker.due(owner.workspaceId);
    await worker.untilQuiet();

    expect([...world.files.files.keys()].filter((key) => key.startsWith(owner.workspaceId))).toEqual([]);
    expect(world.dynamo.items().filter(({ sk }) => sk?.S === 'SEARCH')).toEqual([]);
  });
});
