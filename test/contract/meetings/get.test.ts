import { getMeetingContract as contract } from '#shared/meetings/meetings/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aMeetingWorld, at, HOUR } from './meeting-world.ts';

describe('GET /meetings/{id}', () => {
  it('200: a meeting of a calendar, with its settings', async () => {
    const { call, owner, aMeeting, ada } = await aMeetingWorld();
    const id = await aMeeting(HOUR);

    const body = expectSuccess(contract, await call('GET', `/meetings/${id}`, { key: owner.key }), 200);

    expect(body).toMatchObject({
      id,
      workspace_id: owner.workspaceId,
      source: 'calendar_sync',
      phase: 'upcoming',
      starts_at: at(HOUR),
      participants: [{ name: 'Ada', email: 'ada@acme.test', member_id: ada }],
      calendar_event: { meeting_id: id, member_id: ada },
      settings: { recording: { enabled: false } },
      recordings: [],
      results: { status: 'none', transcript: { status: 'none', language: null }, media: { duration_seconds: null } },
      metadata: {},
    });
  });

  it('200: a meeting of a bot has no calendar event, a title of its own, and starts with it', async () => {
    const { call, owner, aBot } = await aMeetingWorld();
    const bot = await aBot({ meeting_url: 'https://acme.zoom.us/j/1234567890', join_at: at(HOUR) });

    const answered = await call('GET', `/meetings/${bot.meeting_id}`, { key: owner.key });

    expect(expectSuccess(contract, answered, 200)).toMatchObject({
      source: 'bot',
      platform: 'zoom',
      starts_at: at(HOUR),
      ends_at: null,
      title: expect.stringContaining('Zoom'),
      calendar_event: null,
      recordings: [{ id: bot.id, type: 'bot', status: 'queued', started_at: at(HOUR), ended_at: null }],
    });
  });

  it('200: to a guest, with a slash at the end', async () => {
    const { call, owner, aMeeting, world } = await aMeetingWorld();
    const id = await aMeeting(HOUR);
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    const answered = await call('GET', `/meetings/${id}/`, { key: guest.key });

    expect(expectSuccess(contract, answered, 200).id).toBe(id);
  });
});
