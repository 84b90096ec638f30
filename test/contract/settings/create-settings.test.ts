import { settings } from '#functions/api/settings/index';
import { LostRace } from '#shared/foundation/core/store';
import { createSettingsContract } from '#shared/meetings/settings/contract';
import { callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = createSettingsContract;

const EVERYTHING = {
  recording: {
    enabled: true,
    methods: { bot: { start: 'on_command', mode: 'audio_only', silence_detection: { alert: false } } },
  },
  transcription: { language: 'de-CH' },
  summary: { template: 'interview', language: 'en' },
  branding: { brand_kit_id: 'none' },
};

const NOTHING = {
  recording: { enabled: null, methods: { bot: { start: null, mode: null, silence_detection: { alert: null } } } },
  transcription: { language: null },
  summary: { template: null, language: null },
  branding: { brand_kit_id: null },
};

describe('POST /settings', () => {
  it('201: returns every value in its place', async () => {
    const { create, owner } = await aSettingsWorld();

    const body = expectSuccess(contract, await create(EVERYTHING), 201);

    expect(body).toMatchObject({ ...EVERYTHING, name: null, workspace_id: owner.workspaceId, assignments: [] });
  });

  it('201: a field without a value is null', async () => {
    const { create } = await aSettingsWorld();

    expect(expectSuccess(contract, await create({}), 201)).toMatchObject(NOTHING);
    expect(expectSuccess(contract, await create(NOTHING), 201)).toMatchObject(NOTHING);
  });

  it('201: the mode may be inherit', async () => {
    const { create } = await aSettingsWorld();

    const body = expectSuccess(contract, await create({ recording: { methods: { bot: { mode: 'inherit' } } } }), 201);

    expect(body.recording.methods.bot.mode).toBe('inherit');
  });

  it('201: settings with a scope are assigned at once', async () => {
    const { create, call, owner } = await aSettingsWorld();

    const body = expectSuccess(contract, await create({ ...EVERYTHING, scope: ['meetings:external'] }), 201);

    expect(body.assignments).toMatchObject([{ scope: ['meetings:external'] }]);
    const { id } = body.assignments[0];
    const assignment = await call('GET', `/settings_assignments/${id}`, { key: owner.key });
    expect(assignment.body).toMatchObject({ id, settings_id: body.id, scope: ['meetings:external'] });
  });

  it('201: a new meeting of the member has them', async () => {
    const { create, aMember, aMeetingOf, meeting } = await aSettingsWorld();
    const ada = await aMember();

    const made = await create({ recording: { enabled: true }, scope: [`member:${ada}`] });

    const body = expectSuccess(contract, made, 201);
    const { settings: block, recordings } = await meeting(await aMeetingOf(ada));
    expect(block.recording.enabled).toBe(true);
    expect(block.sources['recording.enabled']).toEqual({ assignment_id: body.assignments[0].id });
    expect(recordings).toMatchObject([{ status: 'queued' }]);
  });

  it('201: inherit sets no value in a meeting’s own settings', async () => {
    const { create, aMember, aMeetingOf } = await aSettingsWorld();
    const id = await aMeetingOf(await aMember());

    const made = await create({ recording: { enabled: 'inherit' }, scope: [`meeting:${id}`] });

    expect(expectSuccess(contract, made, 201).recording.enabled).toBeNull();
  });

  it('201: accepts a form, camelCase, and the number of the workspace', async () => {
    const { call, owner } = await aSettingsWorld();
    const raw = `workspaceId=${owner.workspaceNumber}&recording[enabled]=true&recording[methods][bot][silenceDetection][alert]=false&scope[]=meetings%3Aexternal`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const body = expectSuccess(contract, await call('POST', '/settings', { key: owner.key, raw, headers }), 201);

    expect(body.recording).toMatchObject({ enabled: true, methods: { bot: { silence_detection: { alert: false } } } });
    expect(body.assignments).toMatchObject([{ scope: ['meetings:external'] }]);
  });

  it('201: takes two round trips, and four where a meeting gets its bot', async () => {
    const { create, world, owner, aMember, aMeetingOf } = await aSettingsWorld();
    await create({});
    const ada = await aMember();
    const meetingId = await aMeetingOf(ada);
    const call = countedCallsTo(world, settings);
    const trips = async (scope: string[]) => {
      const body = { workspace_id: owner.workspaceId, ...EVERYTHING, branding: undefined, scope };
      const { answer, tally } = await call('POST', '/settings', { key: owner.key, body });
      expect(answer.status).toBe(201);
      return tally.trips;
    };

    // The first request of a function reads the key of address hashes.
    await call('POST', '/settings', { key: owner.key, body: { workspace_id: owner.workspaceId } });

    expect(await trips([`workspace:${owner.workspaceId}`])).toBe(2);
    expect(await trips([`member:${ada}`])).toBe(2);
    // The automatic bot of the meeting is counted.
    expect(await trips([`meeting:${meetingId}`])).toBe(4);
  });

  it('400: without a workspace, and without a body', async () => {
    const { call, owner } = await aSettingsWorld();

    const nameless = await call('POST', '/settings', { key: owner.key, body: EVERYTHING });
    expect(expectError(contract, nameless, 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await call('POST', '/settings', { key: owner.key }), 400)).toEqual(['bad_request']);
  });

  it('409: a scope that is assigned already; nothing is created', async () => {
    const { create, call, owner } = await aSettingsWorld();
    await create({ scope: ['meetings:external'] });

    const second = await create({ scope: ['meetings:external', `workspace:${owner.workspaceId}`] });

    expect(expectError(contract, second, 409)).toEqual(['conflict']);
    const list = await call('GET', `/settings?workspace_id=${owner.workspaceId}`, { key: owner.key });
    expect(list.body.data).toHaveLength(1);
  });

  it('409: a meeting that is over', async () => {
    const { create, aMember, aMeetingOf, world } = await aSettingsWorld();
    const id = await aMeetingOf(await aMember());
    world.clock.advance(86_400_000);

    const made = await create({ scope: [`meeting:${id}`] });

    expect(expectError(contract, made, 409)).toEqual(['meeting_not_upcoming']);
  });

  it('409: the workspace is changed during every attempt', async () => {
    const { world, owner } = await aSettingsWorld();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(settings({ ...world.context, changes: { save } }));

    const body = { workspace_id: owner.workspaceId, scope: ['meetings:external'] };
    const answered = await call('POST', '/settings', { key: owner.key, body });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    [
      'a start that is none',
      { recording: { methods: { bot: { start: 'later' } } } },
      'invalid recording.methods.bot.start',
    ],
    ['a mode that is none', { recording: { methods: { bot: { mode: 7 } } } }, 'invalid recording.methods.bot.mode'],
    [
      'an alert that is no boolean',
      { recording: { methods: { bot: { silence_detection: { alert: 1 } } } } },
      'invalid recording.methods.bot.silence_detection.alert',
    ],
    ['enabled that is no boolean', { recording: { enabled: 'yes' } }, 'invalid recording.enabled'],
    ['an unknown language', { transcription: { language: 'english' } }, 'invalid transcription.language'],
    ['a summary in several languages', { summary: { language: 'multi' } }, 'invalid summary.language'],
    ['an email recipient that is none', { summary: { email: 'everyone' } }, 'invalid summary.email'],
    ['an email that inherits', { summary: { email: 'inherit' } }, 'not_supported summary.email'],
    ['a retention of no day', { retention: { media_days: 0 } }, 'invalid retention.media_days'],
    ['a retention of half a day', { retention: { transcript_days: 0.5 } }, 'invalid retention.transcript_days'],
    ['a retention of too long', { retention: { meeting_days: 36_501 } }, 'invalid retention.meeting_days'],
    ['a template that is no text', { summary: { template: 7 } }, 'invalid summary.template'],
    ['an unknown template', { summary: { template: 'poetry' } }, 'invalid summary.template'],
    [
      'a custom template that does not exist',
      { summary: { template: 'tpl_01jbz000000000000000000000' } },
      'unusable_setting summary.template',
    ],
    [
      'a brand kit that does not exist',
      { branding: { brand_kit_id: 'brk_01jbz000000000000000000000' } },
      'unusable_setting branding.brand_kit_id',
    ],
    ['a brand kit that inherits', { branding: { brand_kit_id: 'inherit' } }, 'not_supported branding.brand_kit_id'],
    ['a language that inherits', { transcription: { language: 'inherit' } }, 'not_supported transcription.language'],
    [
      'a start that inherits',
      { recording: { methods: { bot: { start: 'inherit' } } } },
      'not_supported recording.methods.bot.start',
    ],
    [
      'recording that inherits outside a meeting',
      { recording: { enabled: 'inherit' } },
      'not_supported recording.enabled',
    ],
    ['a name', { name: 'Ours' }, 'unknown_field name'],
    ['an unknown nested field', { recording: { consent: true } }, 'unknown_field recording.consent'],
    ['a group that is none', { recording: true }, 'invalid_type recording'],
    ['a scope that is no list', { scope: 'meetings:external' }, 'invalid_type scope'],
    ['an empty scope', { scope: [] }, 'blank scope'],
    ['a scope of no known form', { scope: ['everybody'] }, 'invalid scope'],
    ['two categories', { scope: ['meetings:external', 'meetings:internal'] }, 'invalid scope'],
    ['a member that does not exist', { scope: ['member:mem_01jbz000000000000000000000'] }, 'invalid scope'],
    ['a meeting that does not exist', { scope: ['meeting:mtg_01jbz000000000000000000000'] }, 'invalid scope'],
    ['another workspace', { scope: ['workspace:wks_01jbz000000000000000000000'] }, 'invalid scope'],
    ['a very long scope', { scope: Array.from({ length: 11 }, () => 'meetings:external') }, 'too_long scope'],
  ])('422: %s', async (_what, body, fault) => {
    const { create } = await aSettingsWorld();

    expect(expectError(contract, await create(body), 422)).toEqual([fault]);
  });

  it('422: the message for an invalid value names every allowed value', async () => {
    const { create } = await aSettingsWorld();

    const { body } = await create({ recording: { methods: { bot: { mode: 'video' } } } });

    expect(body.errors[0].message).toContain('audio_and_video, audio_only, inherit');
  });

  it('422: a brand kit for a member', async () => {
    const { create, aMember } = await aSettingsWorld();
    const body = { branding: { brand_kit_id: 'none' }, scope: [`member:${await aMember()}`] };

    expect(expectError(contract, await create(body), 422)).toEqual(['unusable_setting branding.brand_kit_id']);
  });
});
