import { settings } from '#functions/api/settings/index';
import { memberByEmail } from '#shared/accounts/members/store';
import { LostRace } from '#shared/foundation/core/store';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { meetings as storedMeetings } from '#shared/meetings/meetings/store';
import { assignSettingsContract } from '#shared/meetings/settings/assignments/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = assignSettingsContract;

async function aWorldWithSettings(body: object = { recording: { enabled: true } }) {
  const context = await aSettingsWorld();
  const { id } = (await context.create(body)).body;
  return { ...context, id };
}

describe('POST /settings_assignments', () => {
  it('201: returns the assignment, and the settings list it', async () => {
    const { assign, id, owner, call } = await aWorldWithSettings();

    const body = expectSuccess(contract, await assign(id, [`workspace:${owner.workspaceId}`]), 201);

    const scope = [`workspace:${owner.workspaceId}`];
    expect(body).toMatchObject({ settings_id: id, workspace_id: owner.workspaceId, scope });
    const { body: listed } = await call('GET', `/settings/${id}`, { key: owner.key });
    expect(listed.assignments).toEqual([{ id: body.id, scope }]);
  });

  it('201: entries join in any order; the workspace beside another entry has no effect', async () => {
    const { assign, id, owner, aMember } = await aWorldWithSettings();
    const ada = await aMember();
    const scopeOf = async (scope: string[]) => expectSuccess(contract, await assign(id, scope), 201).scope;

    expect(await scopeOf(['meetings:external', `member:${ada}`])).toEqual([`member:${ada}`, 'meetings:external']);
    expect(await scopeOf([`workspace:${owner.workspaceNumber}`, `member:${ada}`])).toEqual([`member:${ada}`]);
    expect(await scopeOf(['meetings:internal', `workspace:${owner.workspaceId}`])).toEqual(['meetings:internal']);
    expect(await scopeOf(['meetings:external', 'meetings:external'])).toEqual(['meetings:external']);
  });

  it('201: a workspace, a member and a meeting can have three assignments each', async () => {
    const { assign, id, owner, aMember, aMeetingOf } = await aWorldWithSettings();
    const ada = await aMember();
    const meetingId = await aMeetingOf(ada);

    for (const entry of [`workspace:${owner.workspaceId}`, `member:${ada}`, `meeting:${meetingId}`])
      for (const category of [[], ['meetings:external'], ['meetings:internal']])
        expectSuccess(contract, await assign(id, [entry, ...category]), 201);
  });

  it('201: an assignment to a member applies to events that are pushed for the member by email', async () => {
    const { assign, id, aMember, world, owner } = await aWorldWithSettings();
    const ada = await aMember();

    const { id: assignmentId } = expectSuccess(contract, await assign(id, [`member:${ada}`]), 201);

    const choices = [{ category: 'always', assignmentId, settingsId: id }];
    expect(await memberByEmail(world.context.table, owner.workspaceId, 'ada@acme.test')).toEqual({
      memberId: ada,
      choices,
    });
  });

  it('201: a meeting follows at once and names the assignment', async () => {
    const { assign, id, aMember, aMeetingOf, meeting } = await aWorldWithSettings();
    const meetingId = await aMeetingOf(await aMember());

    const body = expectSuccess(contract, await assign(id, [`meeting:${meetingId}`]), 201);

    const { settings: block, recordings } = await meeting(meetingId);
    expect(block.recording.enabled).toBe(true);
    expect(block.sources['recording.enabled']).toEqual({ assignment_id: body.id });
    expect(block.assignments).toEqual([{ id: body.id, settings_id: id, scope: [`meeting:${meetingId}`], own: true }]);
    expect(recordings).toMatchObject([{ status: 'queued', started_at: '2026-11-02T12:57:00.000Z' }]);
  });

  it('201: no second bot is created for a link where another meeting has one', async () => {
    const { assign, id, create, aMember, aMeetingOf, meeting } = await aWorldWithSettings();
    const [ada, grace] = [await aMember('Ada'), await aMember('Grace')];
    await create({ recording: { enabled: true }, scope: [`member:${grace}`] });
    const room = { meeting_url: 'https://meet.google.com/abc-good-xyz' };
    const quiet = await aMeetingOf(ada, room);
    const recorded = await aMeetingOf(grace, room);

    expectSuccess(contract, await assign(id, [`meeting:${quiet}`]), 201);

    expect((await meeting(recorded)).recordings).toHaveLength(1);
    expect((await meeting(quiet)).recordings).toEqual([]);
  });

  it('400: names every missing field', async () => {
    const { call, owner } = await aWorldWithSettings();
    const sent = async (body?: object) =>
      expectError(contract, await call('POST', '/settings_assignments', { key: owner.key, body }), 400);

    expect(await sent({})).toEqual(['missing settings_id', 'missing scope']);
    expect(await sent()).toEqual(['bad_request']);
  });

  it('409: a scope that is assigned already; the message names the assignment', async () => {
    const { assign, id, create, aMember, aMeetingOf } = await aWorldWithSettings();
    const ada = await aMember();
    const other = (await create({})).body.id;
    for (const entry of ['meetings:external', `member:${ada}`, `meeting:${await aMeetingOf(ada)}`]) {
      const first = expectSuccess(contract, await assign(id, [entry]), 201);

      const second = await assign(other, [entry]);

      expect(expectError(contract, second, 409)).toEqual(['conflict']);
      expect(second.body.errors[0].message).toContain(first.id);
    }
  });

  it('409: for all but one of five concurrent requests with one scope', async () => {
    const { assign, id, aMember } = await aWorldWithSettings();
    const ada = await aMember();

    const answers = await Promise.all(Array.from({ length: 5 }, () => assign(id, [`member:${ada}`])));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('409: a meeting that is over, cancelled or live', async () => {
    const { assign, id, aMember, push, world } = await aWorldWithSettings();
    const event = { member_id: await aMember(), ical_uid: 'one@acme.test', starts_at: '2026-11-02T14:00:00Z' };
    const meetingId = (await push(event)).body.meeting_id;
    const refused = async () => expectError(contract, await assign(id, [`meeting:${meetingId}`]), 409);

    await push({ ...event, cancelled: true });
    expect(await refused()).toEqual(['meeting_not_upcoming']);

    await push(event);
    const before = await storedMeetings.find(world.context.table, meetingId);
    if (!before) throw new Error('The meeting is not there');
    const results = {
      transcript: 'none',
      transcriptLanguage: null,
      summary: 'none',
      media: 'none',
      durationSeconds: null,
    } as const;
    const now = world.clock.now();
    const live = {
      botId: world.context.ids.make('bot'),
      automatic: true,
      status: 'in_call',
      dispatched: true,
      scheduledAt: now,
      startedAt: now,
      endedAt: null,
      hasMedia: false,
      results,
    } as const;
    await world.context.changes.save({
      at: now,
      writes: [storedMeetings.put(before, { ...before.state, recordings: [live] })],
    });
    expect(await refused()).toEqual(['meeting_live']);
  });

  it('409: the settings are changed during every attempt', async () => {
    const { world, owner, id } = await aWorldWithSettings();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(settings({ ...world.context, changes: { save } }));

    const body = { settings_id: id, scope: ['meetings:external'] };
    const answered = await call('POST', '/settings_assignments', { key: owner.key, body });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it('422: a malformed settings_id', async () => {
    const { assign } = await aWorldWithSettings();

    const answered = await assign('mine', ['meetings:external']);

    expect(expectError(contract, answered, 422)).toEqual(['invalid settings_id']);
  });

  it('422: a 101st assignment', async () => {
    const { assign, id, aMember, world } = await aWorldWithSettings({});
    const first = await aMember('m0');
    for (let count = 0; count < 100; count += 1) {
      if (count % 50 === 0) world.clock.advance(MINUTE_MS);
      const member = count === 0 ? first : await aMember(`m${count}`);
      expect((await assign(id, [`member:${member}`])).status).toBe(201);
    }

    expect(expectError(contract, await assign(id, ['meetings:external']), 422)).toEqual(['too_long settings_id']);
  });

  it('422: settings with a brand kit, for a member', async () => {
    const { assign, id, aMember } = await aWorldWithSettings({ branding: { brand_kit_id: 'none' } });

    expect(expectError(contract, await assign(id, [`member:${await aMember()}`]), 422)).toEqual([
      'unusable_setting scope',
    ]);
    expectSuccess(contract, await assign(id, ['meetings:external']), 201);
  });

  it.each([
    ['no list', 'meetings:external', 'invalid_type scope'],
    ['no entry', [], 'blank scope'],
    ['an entry of no known form', ['meetings:all'], 'invalid scope'],
    ['an entry that is no text', [7], 'invalid_type scope.0'],
    [
      'two members',
      ['member:mem_01jbz000000000000000000000', 'member:mem_01jbz000000000000000000001'],
      'invalid scope',
    ],
    [
      'a member and a meeting',
      ['member:mem_01jbz000000000000000000000', 'meeting:mtg_01jbz000000000000000000000'],
      'invalid scope',
    ],
  ])('422: a scope with %s', async (_what, scope, fault) => {
    const { assign, id } = await aWorldWithSettings();

    expect(expectError(contract, await assign(id, scope as string[]), 422)).toEqual([fault]);
  });

  it('422: an unknown field', async () => {
    const { call, id, owner } = await aWorldWithSettings();
    const body = { settings_id: id, scope: ['meetings:external'], own: true };

    const answered = await call('POST', '/settings_assignments', { key: owner.key, body });

    expect(expectError(contract, answered, 422)).toEqual(['unknown_field own']);
  });
});
