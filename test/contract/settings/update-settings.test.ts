import { settings } from '#functions/api/settings/index';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { updateSettingsContract } from '#shared/meetings/settings/contract';
import { callsTo, type World } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = updateSettingsContract;

const bot = (choice: object) => ({ recording: { methods: { bot: choice } } });

async function aWorldWithSettings(body: object = { recording: { enabled: true }, summary: { template: 'interview' } }) {
  const context = await aSettingsWorld();
  const made = (await context.create(body)).body;
  return { ...context, made };
}

/** An endpoint for every event, as the workspace remembers it. */
async function subscribe({ context, clock }: World, workspaceId: WorkspaceId) {
  const before = await storedWorkspaces.find(context.table, workspaceId);
  if (!before) throw new Error('The workspace is not there');
  const endpoints = [{ id: context.ids.make('whe'), types: ['*'], enabled: true, pin: '2026-10-12' }];
  await context.changes.save({
    at: clock.now(),
    writes: [storedWorkspaces.put(before, { ...before.state, endpoints })],
  });
}

const eventsIn = ({ dynamo }: World) => dynamo.items().flatMap(({ type, sk }) => (type?.S === 'event' ? [sk?.S] : []));

describe('PATCH /settings/{id}', () => {
  it('200: writes only the fields sent, at any depth', async () => {
    const { update, made, world, call, owner } = await aWorldWithSettings();
    world.clock.advance(1000);

    const body = expectSuccess(contract, await update(made.id, bot({ mode: 'audio_only' })), 200);

    const { recording, summary } = made;
    const methods = { bot: { ...recording.methods.bot, mode: 'audio_only' } };
    expect(body).toMatchObject({ recording: { enabled: true, methods }, summary, created_at: made.created_at });
    expect(body.updated_at > made.updated_at).toBe(true);
    expect((await call('GET', `/settings/${made.id}`, { key: owner.key })).body).toEqual(body);
  });

  it('200: null removes a value', async () => {
    const { update, made } = await aWorldWithSettings();

    const body = expectSuccess(contract, await update(made.id, { summary: { template: null } }), 200);

    expect(body).toMatchObject({ recording: { enabled: true }, summary: { template: null } });
  });

  it('200: an update that changes nothing keeps updated_at', async () => {
    const { update, made, world } = await aWorldWithSettings();
    world.clock.advance(1000);

    expect(expectSuccess(contract, await update(made.id, {}), 200)).toEqual(made);
    expect(expectSuccess(contract, await update(made.id, { recording: { enabled: true } }), 200)).toEqual(made);
  });

  it('200: two concurrent updates of different fields are both kept', async () => {
    const { update, made, call, owner } = await aWorldWithSettings();

    const answers = await Promise.all([
      update(made.id, bot({ mode: 'audio_only' })),
      update(made.id, { transcription: { language: 'de' } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await call('GET', `/settings/${made.id}`, { key: owner.key });
    expect(body).toMatchObject({ ...bot({ mode: 'audio_only' }), transcription: { language: 'de' } });
  });

  it('200: a meeting with these settings follows, with its bot', async () => {
    const { update, create, aMember, aMeetingOf, meeting, world, settled } = await aSettingsWorld();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ recording: { enabled: false }, scope: [`meeting:${id}`] })).body;
    world.clock.advance(1000);

    await update(made.id, { recording: { enabled: true }, ...{ transcription: { language: 'de' } } });
    await settled();

    const recorded = await meeting(id);
    expect(recorded.settings.recording.enabled).toBe(true);
    expect(recorded.settings.sources['transcription.language']).toEqual({ assignment_id: made.assignments[0].id });
    expect(recorded.recordings).toMatchObject([{ status: 'queued' }]);
    expect(recorded.updated_at).toBe('2026-11-02T12:00:01.000Z');

    await update(made.id, { recording: { enabled: 'inherit' } });
    await settled();

    const unrecorded = await meeting(id);
    expect(unrecorded.settings.recording.enabled).toBe(false);
    expect(unrecorded.settings.sources['recording.enabled']).toEqual({ assignment_id: null, reason: 'default' });
    expect(unrecorded.recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('200: one event is sent for a meeting whose effective settings changed, none for other meetings', async () => {
    const { update, create, aMember, aMeetingOf, world, owner, settled } = await aSettingsWorld();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ transcription: { language: 'de' }, scope: [`meeting:${id}`] })).body;
    await subscribe(world, owner.workspaceId);

    await update(made.id, bot({ mode: 'audio_only' }));
    await settled();
    expect(eventsIn(world)).toEqual(['EVENT#meeting.updated']);

    await update(made.id, { recording: { enabled: false } });
    await settled();
    expect(eventsIn(world)).toEqual(['EVENT#meeting.updated']);
  });

  it('200: a meeting that is over keeps its settings', async () => {
    const { update, create, aMember, aMeetingOf, meeting, world, settled } = await aSettingsWorld();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ transcription: { language: 'de' }, scope: [`meeting:${id}`] })).body;
    world.clock.advance(86_400_000);

    expectSuccess(contract, await update(made.id, { transcription: { language: 'fr' } }), 200);
    await settled();

    expect((await meeting(id)).settings.transcription.language).toBe('de');
  });

  it('200: a restored meeting has the settings that changed while it was cancelled', async () => {
    const { update, create, aMember, push, meeting, settled } = await aSettingsWorld();
    const event = { member_id: await aMember(), ical_uid: 'moved@acme.test', starts_at: '2026-11-02T14:00:00Z' };
    const id = (await push(event)).body.meeting_id;
    const made = (await create({ transcription: { language: 'de' }, scope: [`meeting:${id}`] })).body;
    await push({ ...event, cancelled: true });

    await update(made.id, { transcription: { language: 'fr' } });
    await settled();

    expect((await meeting(id)).settings.transcription.language).toBe('de');
    await push(event);
    expect((await meeting(id)).settings.transcription.language).toBe('fr');
  });

  it('200: more meetings than fit in one transaction follow', async () => {
    const { update, assign, create, aMember, aMeetingOf, meeting, settled } = await aSettingsWorld();
    const made = (await create({ transcription: { language: 'de' } })).body;
    const ada = await aMember();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const id = await aMeetingOf(ada);
      expect((await assign(made.id, [`meeting:${id}`])).status).toBe(201);
      ids.push(id);
    }

    expectSuccess(contract, await update(made.id, { recording: { enabled: true } }), 200);
    await settled();

    for (const id of ids) expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('200: takes three round trips', async () => {
    const { made, world, owner, create, aMember, aMeetingOf } = await aWorldWithSettings();
    const id = await aMeetingOf(await aMember());
    const own = (await create({ transcription: { language: 'de' }, scope: [`meeting:${id}`] })).body;
    const call = countedCallsTo(world, settings);
    // The first audited request of a function reads the key of address hashes.
    await call('PATCH', `/settings/${made.id}`, { key: owner.key, body: bot({ mode: 'audio_and_video' }) });

    const plain = await call('PATCH', `/settings/${made.id}`, { key: owner.key, body: bot({ mode: 'audio_only' }) });
    expect([plain.answer.status, plain.tally.trips]).toEqual([200, 3]);
    const reaching = await call('PATCH', `/settings/${own.id}`, { key: owner.key, body: bot({ mode: 'audio_only' }) });
    expect([reaching.answer.status, reaching.tally.trips]).toEqual([200, 3]);
  });

  it('400: without a body', async () => {
    const { call, owner, made } = await aWorldWithSettings();

    const answered = await call('PATCH', `/settings/${made.id}`, { key: owner.key });

    expect(expectError(contract, answered, 400)).toEqual(['bad_request']);
  });

  it('409: the settings are changed during every attempt', async () => {
    const { world, owner, made } = await aWorldWithSettings();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(settings({ ...world.context, changes: { save } }));

    const body = { summary: { language: 'en' } };
    const answered = await call('PATCH', `/settings/${made.id}`, { key: owner.key, body });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['a mode that is none', bot({ mode: 'video' }), ['invalid recording.methods.bot.mode']],
    ['a workspace', { workspace_id: 'wks_1' }, ['unknown_field workspace_id']],
    ['a scope', { scope: ['meetings:external'] }, ['unknown_field scope']],
    [
      'recording that inherits outside a meeting',
      { recording: { enabled: 'inherit' } },
      ['not_supported recording.enabled'],
    ],
    [
      'each field’s mistake',
      { summary: { template: 'poetry', language: 7 } },
      ['invalid summary.template', 'invalid summary.language'],
    ],
  ])('422: %s', async (_what, body, faults) => {
    const { update, made } = await aWorldWithSettings();

    expect(expectError(contract, await update(made.id, body), 422)).toEqual(faults);
  });

  it('422: a brand kit in settings that are assigned to a member', async () => {
    const { create, update, aMember } = await aSettingsWorld();
    const made = (await create({ scope: [`member:${await aMember()}`] })).body;

    const answered = await update(made.id, { branding: { brand_kit_id: 'none' } });

    expect(expectError(contract, answered, 422)).toEqual(['unusable_setting branding.brand_kit_id']);
  });
});
