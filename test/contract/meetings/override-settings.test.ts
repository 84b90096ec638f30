import { bots } from '#functions/api/bots/index';
import { meetings } from '#functions/api/meetings/index';
import type { MeetingId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { overrideSettingsContract } from '#shared/meetings/meetings/contract';
import { meetings as stored } from '#shared/meetings/meetings/store';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';
import { outboxTypes, subscribe } from '#test/support/subscriptions';

const contract = overrideSettingsContract;

/** A meeting in Ada's calendar, in a workspace for which these settings were made before. */
async function aWorldWithAMeeting(everyone?: object) {
  const context = await aSettingsWorld();
  const { key, workspaceId } = context.owner;
  if (everyone) await context.create({ ...everyone, scope: [`workspace:${workspaceId}`] });
  const ada = await context.aMember();
  const id = await context.aMeetingOf(ada);
  const call = callsTo(meetings(context.world.context));
  const choose = (body: object, as = key, meeting = id) =>
    call('PATCH', `/meetings/${meeting}/settings`, { key: as, body });
  const settingsOf = async () =>
    (await context.call('GET', `/settings?workspace_id=${context.owner.workspaceId}&meeting_id=${id}`, { key })).body
      .data;
  return { ...context, key, ada, id, choose, settingsOf };
}

describe('PATCH /meetings/{id}/settings', () => {
  it('200: the meeting’s own settings win, and its bot is created and cancelled accordingly', async () => {
    const { choose, id, meeting, settingsOf } = await aWorldWithAMeeting({ transcription: { language: 'de' } });

    const body = expectSuccess(contract, await choose({ recording: { enabled: true } }), 200);

    const [own] = await settingsOf();
    expect(own).toMatchObject({ recording: { enabled: true }, assignments: [{ scope: [`meeting:${id}`] }] });
    expect(body.settings).toMatchObject({ recording: { enabled: true }, transcription: { language: 'de' } });
    expect(body.settings.sources['recording.enabled']).toEqual({ assignment_id: own.assignments[0].id });
    expect(body.settings.assignments).toMatchObject([{ settings_id: own.id, own: true }, { own: false }]);
    expect(body.recordings).toMatchObject([{ status: 'queued' }]);
    expect(await meeting(id)).toEqual(body);

    const without = expectSuccess(contract, await choose({ recording: { enabled: false } }), 200);
    expect(without.recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it.each(['inherit', null])(
    '200: recording.enabled %s goes back to the settings of member and workspace',
    async (enabled) => {
      const { choose, settingsOf } = await aWorldWithAMeeting({ recording: { enabled: true } });
      await choose({ recording: { enabled: false }, summary: { language: 'fr' } });

      const body = expectSuccess(contract, await choose({ recording: { enabled } }), 200);

      expect(body.settings).toMatchObject({ recording: { enabled: true }, summary: { language: 'fr' } });
      expect((await settingsOf())[0]).toMatchObject({ recording: { enabled: null }, summary: { language: 'fr' } });
    },
  );

  it('200: settings with other assignments stay the same for those', async () => {
    const { choose, create, assign, aMeetingOf, ada, id, meeting } = await aWorldWithAMeeting();
    const other = await aMeetingOf(ada);
    const shared = (
      await create({ transcription: { language: 'de' }, summary: { language: 'de' }, scope: [`meeting:${id}`] })
    ).body;
    await assign(shared.id, [`meeting:${other}`]);

    const body = expectSuccess(contract, await choose({ transcription: { language: null } }), 200);

    expect(body.settings).toMatchObject({ transcription: { language: 'auto' }, summary: { language: 'de' } });
    expect((await meeting(other)).settings).toMatchObject({ transcription: { language: 'de' } });
  });

  it('200: an update that changes nothing writes nothing and sends no webhook', async () => {
    const { choose, world, owner } = await aWorldWithAMeeting();
    const chosen = (await choose({ transcription: { language: 'de' } })).body;
    await subscribe(world, owner.workspaceId);
    const before = world.dynamo.items();

    expect(expectSuccess(contract, await choose({}), 200)).toEqual(chosen);
    expect(expectSuccess(contract, await choose({ transcription: { language: 'de' } }), 200)).toEqual(chosen);
    expect(world.dynamo.items()).toEqual(before);
  });

  it('200: the meeting’s own summary.email wins over that of the workspace, and null returns to it', async () => {
    const { choose, settingsOf } = await aWorldWithAMeeting({ summary: { email: 'members' } });

    const body = expectSuccess(contract, await choose({ summary: { email: 'participants' } }), 200);

    const [own] = await settingsOf();
    expect(body.settings.summary.email).toBe('participants');
    expect(body.settings.sources['summary.email']).toEqual({ assignment_id: own.assignments[0].id });
    const without = expectSuccess(contract, await choose({ summary: { email: null } }), 200);
    expect(without.settings.summary.email).toBe('members');
  });

  it('200: sends one webhook', async () => {
    const { choose, world, owner } = await aWorldWithAMeeting();
    await subscribe(world, owner.workspaceId);
    const before = outboxTypes(world).length;

    await choose({ transcription: { language: 'de' } });

    expect(outboxTypes(world).slice(before)).toEqual(['meeting.updated']);
  });

  it('200: two updates at once of different fields are both saved', async () => {
    const { choose, id, meeting } = await aWorldWithAMeeting();

    const both = await Promise.all([
      choose({ transcription: { language: 'de' } }),
      choose({ summary: { language: 'fr' } }),
    ]);

    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await meeting(id)).settings).toMatchObject({
      transcription: { language: 'de' },
      summary: { language: 'fr' },
    });
  });

  it('400: no body', async () => {
    const { id, key, world } = await aWorldWithAMeeting();
    const answered = await callsTo(meetings(world.context))('PATCH', `/meetings/${id}/settings`, { key });

    expect(expectError(contract, answered, 400)).toEqual(['bad_request']);
  });

  it('409: a past meeting, and a cancelled one', async () => {
    const { choose, push, ada, world, key } = await aWorldWithAMeeting();
    const event = { member_id: ada, ical_uid: 'off@acme.test', starts_at: '2026-11-02T14:00:00Z' };
    const off = (await push(event)).body.meeting_id;
    await push({ ...event, cancelled: true });
    expect(expectError(contract, await choose({}, key, off), 409)).toEqual(['meeting_not_upcoming']);

    world.clock.advance(86_400_000);
    expect(expectError(contract, await choose({}), 409)).toEqual(['meeting_not_upcoming']);
  });

  it('409: a live meeting', async () => {
    const { choose, world, id } = await aWorldWithAMeeting();
    await choose({ recording: { enabled: true } });
    const before = await stored.find(world.context.table, id as MeetingId);
    if (!before) throw new Error('The meeting is not there');
    const now = world.clock.now();
    const recordings = before.state.recordings.map((one) => ({ ...one, status: 'in_call' as const, startedAt: now }));
    await world.context.changes.save({ at: now, writes: [stored.put(before, { ...before.state, recordings })] });

    expect(expectError(contract, await choose({}), 409)).toEqual(['meeting_live']);
  });

  it('409: recording.enabled of a meeting without a calendar event; other settings can be changed', async () => {
    const { choose, world, owner, key } = await aWorldWithAMeeting();
    const body = {
      workspace_id: owner.workspaceId,
      meeting_url: 'https://meet.google.com/xyz-good-abc',
      join_at: '2026-11-02T15:00:00Z',
    };
    const { meeting_id } = (await callsTo(bots(world.context))('POST', '/bots', { key, body })).body;

    const answered = await choose({ recording: { enabled: false } }, key, meeting_id);

    expect(expectError(contract, answered, 409)).toEqual(['no_calendar_event']);
    const chosen = expectSuccess(contract, await choose({ transcription: { language: 'de' } }, key, meeting_id), 200);
    expect(chosen.settings).toMatchObject({ recording: { enabled: true }, transcription: { language: 'de' } });
  });

  it('409: another request wins the race every time', async () => {
    const { world, id, key } = await aWorldWithAMeeting();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(meetings({ ...world.context, changes: { save } }));

    const answered = await call('PATCH', `/meetings/${id}/settings`, { key, body: { summary: { language: 'en' } } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    [
      'a mode that is none',
      { recording: { methods: { bot: { mode: 'video' } } } },
      ['invalid recording.methods.bot.mode'],
    ],
    ['a scope', { scope: ['meetings:external'] }, ['unknown_field scope']],
    ['a brand kit', { branding: { brand_kit_id: 'none' } }, ['unusable_setting branding.brand_kit_id']],
    ['a language that inherits', { summary: { language: 'inherit' } }, ['not_supported summary.language']],
  ])('422: %s', async (_what, body, faults) => {
    const { choose } = await aWorldWithAMeeting();

    expect(expectError(contract, await choose(body), 422)).toEqual(faults);
  });
});
