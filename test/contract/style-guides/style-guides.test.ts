import { styleGuides } from '#functions/api/style-guides/index';
import { styleGuideContracts as contracts } from '#shared/texts/style-guides/contract';
import { styleGuideCatalog } from '#shared/texts/style-guides/store';
import { aWorld, callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

/** A workspace whose owner makes style guides. */
async function aStyleGuideWorld() {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme');
  const call = callsTo(styleGuides(world.context));
  const create = (body: object = {}): Promise<ApiResponse> =>
    call('POST', '/style_guides', {
      key,
      body: { workspace_id: workspaceId, name: 'Broadcast', operation: 'subtitles', ...body },
    });
  const list = async (rest = '') => call('GET', `/style_guides?workspace_id=${workspaceId}${rest}`, { key });
  return {
    world,
    workspaceId,
    create,
    list,
    aGuide: async (body: object = {}): Promise<string> => (await create(body)).body.id,
    read: (id: string) => call('GET', `/style_guides/${id}`, { key }),
    update: (id: string, body: object) => call('PATCH', `/style_guides/${id}`, { key, body }),
    remove: (id: string) => call('DELETE', `/style_guides/${id}`, { key }),
    /** The ids of the guides that the list shows as defaults. */
    defaults: async (): Promise<readonly string[]> =>
      (await list()).body.data
        .filter((one: { organization_default: boolean }) => one.organization_default)
        .map(({ id }: { id: string }) => id),
  };
}

describe('POST /style_guides', () => {
  it('201: with the defaults for subtitles where nothing is said', async () => {
    const { create, read, workspaceId } = await aStyleGuideWorld();

    const made = await create();

    const body = expectSuccess(contracts.create, made, 201);
    expect(body).toEqual({
      id: expect.stringMatching(/^sty_/),
      object: 'style_guide',
      workspace_id: workspaceId,
      ...{ name: 'Broadcast', operation: 'subtitles', organization_default: false },
      ...{ verbatim: false, fix_grammar: false, sdh: false, speaker_id: 'none', notation_tags: false },
      ...{ max_characters_per_line: 42, max_lines: 2, max_characters_per_second: 20 },
      ...{ min_duration_ms: 833, max_duration_ms: 7000, min_gap_ms: 83 },
      created_at: '2026-11-02T12:00:00.000Z',
      updated_at: '2026-11-02T12:00:00.000Z',
    });
    expect(made.headers['location']).toMatch(new RegExp(`/style_guides/${body.id}$`));
    expect((await read(body.id)).body).toEqual(body);
  });

  it('201: for transcription, without limits of subtitles', async () => {
    const { create } = await aStyleGuideWorld();

    const made = expectSuccess(contracts.create, await create({ operation: 'transcription' }), 201);

    expect(made).toMatchObject({ max_characters_per_line: null, max_lines: null, min_gap_ms: null });
  });

  it('409: the hundred-and-first, and again one after a deletion', async () => {
    const { world, workspaceId, create, remove, aGuide } = await aStyleGuideWorld();
    const id = await aGuide();
    const catalog = await styleGuideCatalog.find(world.context.table, workspaceId);
    const full = styleGuideCatalog.put(catalog, { ...catalog.state, count: 100 });
    await world.context.changes.save({ at: world.clock.now(), writes: [full] });

    expect(expectError(contracts.create, await create(), 409)).toEqual(['conflict']);

    await remove(id);
    expect((await create()).status).toBe(201);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'blank name'],
    ['another operation', { operation: 'translation' }, 'inclusion operation'],
    ['a limit that is no whole number', { max_lines: 1.5 }, 'invalid_type max_lines'],
    ['a limit out of its range', { max_lines: 5 }, 'invalid max_lines'],
    ['durations that cross', { min_duration_ms: 3000, max_duration_ms: 2000 }, 'invalid min_duration_ms'],
    ['a limit where there are no subtitles', { operation: 'transcription', max_lines: 1 }, 'invalid max_lines'],
  ])('422: %s', async (_what, body, fault) => {
    const { create } = await aStyleGuideWorld();

    expect(expectError(contracts.create, await create(body), 422)).toEqual([fault]);
  });
});

describe('PATCH /style_guides/{id}', () => {
  it('200: writes what is sent and keeps the rest', async () => {
    const { update, read, aGuide } = await aStyleGuideWorld();
    const id = await aGuide({ sdh: true });

    const changed = await update(id, { name: 'Kids', max_lines: 1, speaker_id: 'name' });

    expect(expectSuccess(contracts.update, changed, 200)).toMatchObject({
      ...{ name: 'Kids', max_lines: 1, speaker_id: 'name', sdh: true, max_characters_per_line: 42 },
    });
    expect((await read(id)).body).toEqual(changed.body);
  });

  it('200: nothing new changes nothing', async () => {
    const { world, update, read, aGuide } = await aStyleGuideWorld();
    const id = await aGuide({ organization_default: true });
    const before = (await read(id)).body;
    world.clock.advance(1000);

    expect((await update(id, { organization_default: true, max_lines: 2 })).body).toEqual(before);
  });

  it('422: a limit of subtitles in a guide for transcription', async () => {
    const { update, aGuide } = await aStyleGuideWorld();

    const changed = await update(await aGuide({ operation: 'transcription' }), { min_gap_ms: 0 });

    expect(expectError(contracts.update, changed, 422)).toEqual(['invalid min_gap_ms']);
  });
});

describe('the default of an operation', () => {
  it('moves to the guide that is made or changed to be it', async () => {
    const { update, defaults, aGuide } = await aStyleGuideWorld();
    const first = await aGuide({ organization_default: true });
    const transcription = await aGuide({ operation: 'transcription', organization_default: true });

    const second = await aGuide({ organization_default: true });

    expect(await defaults()).toEqual([second, transcription]);
    await update(first, { organization_default: true });
    expect(await defaults()).toEqual([transcription, first]);
    await update(first, { organization_default: false });
    expect(await defaults()).toEqual([transcription]);
  });

  it('is one of those that are set at the same time', async () => {
    const { update, defaults, aGuide } = await aStyleGuideWorld();
    const guides = [await aGuide(), await aGuide(), await aGuide()];

    const answers = await Promise.all(guides.map((id) => update(id, { organization_default: true })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await defaults()).toHaveLength(1);
  });

  it('is none once its guide is deleted, also when both happen at once', async () => {
    const { world, workspaceId, update, remove, aGuide } = await aStyleGuideWorld();
    const id = await aGuide();

    await Promise.all([update(id, { organization_default: true }), remove(id)]);
    await remove(id);

    const { state } = await styleGuideCatalog.find(world.context.table, workspaceId);
    expect(state).toMatchObject({ count: 0, defaults: {} });
  });
});
