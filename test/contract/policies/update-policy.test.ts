import { members } from '#functions/api/members/index';
import { policies } from '#functions/api/policies/index';
import { LostRace } from '#shared/foundation/core/store';
import { updatePolicyContract } from '#shared/meetings/settings/policies/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = updatePolicyContract;
const OLDER = { 'service-version': '2026-10-09' };

async function aPolicyWorld() {
  const context = await aSettingsWorld();
  const { key, workspaceId } = context.owner;
  const call = callsTo(policies(context.world.context));
  const older = (method: string, id: string, body?: object) =>
    call(method, `/policies/${id}`, { key, headers: OLDER, ...(body && { body }) });
  return {
    ...context,
    key,
    workspaceId,
    everybody: `workspace:${workspaceId}`,
    ada: await context.aMember(),
    read: async (id: string) => (await call('GET', `/policies/${id}`, { key })).body,
    patch: (id: string | number, body: unknown, as = key) => call('PATCH', `/policies/${id}`, { key: as, body }),
    settingsThere: async () => (await context.call('GET', `/settings?workspace_id=${workspaceId}`, { key })).body.data,
    older,
  };
}

describe('PATCH /policies/{id}', () => {
  it('200: creates settings of the member, and the policy has them at once', async () => {
    const { patch, read, settingsThere, ada } = await aPolicyWorld();

    const body = expectSuccess(contract, await patch(ada, { transcription: { language: 'de' } }), 200);

    const [made] = await settingsThere();
    const [{ id }] = made.assignments;
    expect(made).toMatchObject({ transcription: { language: 'de' }, assignments: [{ scope: [`member:${ada}`] }] });
    expect(body).toMatchObject({ id: ada, settings: { transcription: { language: 'de' } } });
    expect(body.sources['transcription.language']).toEqual({ assignment_id: id });
    expect(body.assignments).toEqual([{ id, settings_id: made.id, scope: [`member:${ada}`], own: true }]);
    expect(await read(ada)).toEqual(body);
  });

  it('200: creates settings of a workspace, named by either form of its id; a second update changes the same settings', async () => {
    const { patch, read, settingsThere, workspaceId, owner } = await aPolicyWorld();

    await patch(workspaceId, { recording: { enabled: true } });
    const body = expectSuccess(contract, await patch(owner.workspaceNumber, { summary: { language: 'fr' } }), 200);

    expect(body).toMatchObject({ id: workspaceId, settings: { recording: { enabled: true } } });
    expect(body.settings.summary.language).toBe('fr');
    expect(await settingsThere()).toHaveLength(1);
    expect(await read(workspaceId)).toEqual(body);
  });

  it('200: null removes a value', async () => {
    const { patch, ada } = await aPolicyWorld();
    await patch(ada, { transcription: { language: 'de' }, summary: { language: 'fr' } });

    const body = expectSuccess(contract, await patch(ada, { transcription: { language: null } }), 200);

    expect(body.settings).toMatchObject({ transcription: { language: 'auto' }, summary: { language: 'fr' } });
    expect(body.sources['transcription.language']).toEqual({ assignment_id: null, reason: 'default' });
  });

  it('200: settings that are assigned elsewhere too are split off with their values', async () => {
    const { patch, create, assign, read, call, key, aMember, ada } = await aPolicyWorld();
    const ben = await aMember('Ben');
    const shared = (await create({ summary: { language: 'fr' }, scope: [`member:${ben}`] })).body;
    const hers = (await assign(shared.id, [`member:${ada}`])).body;

    const body = expectSuccess(contract, await patch(ada, { transcription: { language: 'de' } }), 200);

    expect(body.settings).toMatchObject({ transcription: { language: 'de' }, summary: { language: 'fr' } });
    expect(body.assignments[0].settings_id).not.toBe(shared.id);
    expect(await read(ada)).toEqual(body);
    expect((await read(ben)).settings.transcription.language).toBe('auto');
    expect((await call('GET', `/settings_assignments/${hers.id}`, { key })).status).toBe(404);
    const left = (await call('GET', `/settings/${shared.id}`, { key })).body;
    expect(left.assignments).toEqual(shared.assignments);
  });

  it('200: leaves settings for external meetings as they are', async () => {
    const { patch, create, workspaceId } = await aPolicyWorld();
    const outside = (await create({ recording: { enabled: false }, scope: ['meetings:external'] })).body;

    const body = expectSuccess(contract, await patch(workspaceId, { recording: { enabled: true } }), 200);

    expect(body.assignments).toHaveLength(2);
    expect(body.assignments[0]).toMatchObject({ settings_id: outside.id });
    expect(body.settings.recording.enabled).toBe(true);
  });

  it('200: upcoming meetings follow in the background, with their bots', async () => {
    const { patch, settled, aMeetingOf, meeting, ada } = await aPolicyWorld();
    const id = await aMeetingOf(ada);

    await patch(ada, { recording: { enabled: true } });
    await settled();

    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('200: an update that changes nothing creates no settings', async () => {
    const { patch, settingsThere, ada } = await aPolicyWorld();

    expect((await patch(ada, {})).status).toBe(200);
    expect((await patch(ada, { summary: { template: null } })).status).toBe(200);

    expect(await settingsThere()).toEqual([]);
  });

  it('200: two concurrent updates of different fields are both kept in one settings object', async () => {
    const { patch, read, settingsThere, ada } = await aPolicyWorld();

    const writes = [{ transcription: { language: 'de' } }, { summary: { language: 'fr' } }];
    const answers = await Promise.all(writes.map((body) => patch(ada, body)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(ada)).settings).toMatchObject({
      transcription: { language: 'de' },
      summary: { language: 'fr' },
    });
    expect(await settingsThere()).toHaveLength(1);
  });

  it('200: creates new settings in place of deleted ones', async () => {
    const { patch, call, key, settingsThere, ada } = await aPolicyWorld();
    await patch(ada, { transcription: { language: 'de' } });
    const [old] = await settingsThere();
    await call('DELETE', `/settings/${old.id}`, { key });

    const body = expectSuccess(contract, await patch(ada, { summary: { language: 'fr' } }), 200);

    expect(body.settings).toMatchObject({ transcription: { language: 'auto' }, summary: { language: 'fr' } });
    expect(body.assignments).toHaveLength(1);
  });

  it('400: without a body', async () => {
    const { patch, ada } = await aPolicyWorld();
    expect(expectError(contract, await patch(ada, undefined), 400)).toEqual(['bad_request']);
  });

  it('409: the settings are changed during every attempt', async () => {
    const { world, key, ada } = await aPolicyWorld();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(policies({ ...world.context, changes: { save } }));

    const answered = await call('PATCH', `/policies/${ada}`, { key, body: { summary: { language: 'fr' } } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    [
      'a value outside its set',
      { recording: { methods: { bot: { mode: 'loud' } } } },
      'invalid recording.methods.bot.mode',
    ],
    ['inherit, which is for meetings', { recording: { enabled: 'inherit' } }, 'not_supported recording.enabled'],
    ['a brand kit for a member', { branding: { brand_kit_id: 'none' } }, 'unusable_setting branding.brand_kit_id'],
    [
      'a template that does not exist',
      { summary: { template: 'tpl_01jbz000000000000000000000' } },
      'unusable_setting summary.template',
    ],
    ['an unknown field', { recording: { loudly: true } }, 'unknown_field recording.loudly'],
    ['the model', { transcription: { model: 'best' } }, 'unknown_field transcription.model'],
    ['glossaries', { transcription: { glossary_ids: [] } }, 'unknown_field transcription.glossary_ids'],
    ['access', { access: 'everyone' }, 'unknown_field access'],
    ['the email of summaries', { summary_email: { enabled: true } }, 'unknown_field summary_email'],
    ['storage', { storage: {} }, 'unknown_field storage'],
    [
      'leaving by itself',
      { recording: { methods: { bot: { silence_detection: { automatic_leave: true } } } } },
      'unknown_field recording.methods.bot.silence_detection.automatic_leave',
    ],
    [
      'joining at the start',
      { recording: { methods: { bot: { join_at_scheduled_start: true } } } },
      'unknown_field recording.methods.bot.join_at_scheduled_start',
    ],
  ])('422: %s', async (_what, body, fault) => {
    const { patch, ada, settingsThere } = await aPolicyWorld();
    expect(expectError(contract, await patch(ada, body), 422)).toEqual([fault]);
    expect(await settingsThere()).toEqual([]);
  });
});

describe('the fields that policies no longer have', () => {
  const DROPPED = {
    recording: { methods: { bot: { join_at_scheduled_start: true, silence_detection: { automatic_leave: 300 } } } },
    transcription: { model: 'best', glossary_ids: ['glo_1', 'glo_2'] },
    access: { level: 'everyone' },
    summary_email: { enabled: true, delay: 1.5 },
    storage: { days: 30 },
  };

  it('are accepted from earlier pins, stored, and returned there as they were written', async () => {
    const { older, read, ada, call, key, settingsThere } = await aPolicyWorld();

    const written = await older('PATCH', ada, { ...DROPPED, recording: { ...DROPPED.recording, enabled: true } });

    expect(written.status).toBe(200);
    expect(written.body.settings).toMatchObject({ ...DROPPED, summary: { template: 'general' } });
    expect(written.body.settings.recording.enabled).toBe(true);
    expect((await older('GET', ada)).body).toEqual(written.body);
    const newest = await read(ada);
    expect(newest).not.toHaveProperty('legacy');
    expect(newest.settings.transcription).toEqual({ language: 'auto' });
    const [made] = await settingsThere();
    expect((await call('PATCH', `/settings/${made.id}`, { key, body: { summary: { language: 'fr' } } })).status).toBe(
      200,
    );
    expect((await older('GET', ada)).body.settings).toMatchObject(DROPPED);
  });

  it('are null where they were not written, removed by null, and a member’s win over the workspace’s', async () => {
    const { older, ada, workspaceId } = await aPolicyWorld();
    expect((await older('GET', ada)).body.settings).toMatchObject({ storage: null, transcription: { model: null } });

    await older('PATCH', workspaceId, { storage: { days: 30 }, access: 'everyone' });
    await older('PATCH', ada, { storage: { days: 7 } });
    expect((await older('GET', ada)).body.settings).toMatchObject({ storage: { days: 7 }, access: 'everyone' });

    await older('PATCH', ada, { storage: null });
    expect((await older('GET', ada)).body.settings).toMatchObject({ storage: { days: 30 } });
  });

  it('are in the policy that a member has for earlier pins', async () => {
    const { older, ada, world, key } = await aPolicyWorld();
    await older('PATCH', ada, { storage: { days: 7 } });

    const call = callsTo(members(world.context));
    const shown = (await call('GET', `/members/${ada}`, { key, headers: OLDER })).body;

    expect(shown.policy).toEqual((await older('GET', ada)).body.settings);
    expect((await call('GET', `/members/${ada}`, { key })).body).not.toHaveProperty('policy');
  });

  it('422: are 4 KB each at most, and others are as unknown there as anywhere', async () => {
    const { older, ada } = await aPolicyWorld();
    const size = (bytes: number) => ({ storage: 'x'.repeat(bytes - 2) });

    expect((await older('PATCH', ada, size(4096))).status).toBe(200);
    expect((await older('PATCH', ada, size(4097))).body.errors).toMatchObject([{ code: 'too_long', field: 'storage' }]);
    expect((await older('PATCH', ada, { colour: 'red' })).body.errors).toMatchObject([{ code: 'unknown_field' }]);
  });
});
