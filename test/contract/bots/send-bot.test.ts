import { sendBotContract as contract } from '#shared/capture/bots/contract';
import { BASE_URL } from '#test/support/api';
import { aBotStory, minutes } from '#test/support/bot-story';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

/** A whole meeting, with the ids of own choices. */
const ownOf = (meeting: { settings: { assignments: { own: boolean; id: string; settings_id: string }[] } }) =>
  meeting.settings.assignments.filter(({ own }) => own);

describe('POST /bots', () => {
  it('201: a bot with a link alone joins now and takes the defaults', async () => {
    const { send, call, owner } = await aBotStory();

    const answered = await send();

    const body = expectSuccess(contract, answered, 201);
    expect(body).toEqual({
      id: expect.stringMatching(/^bot_[0-9a-z]{26}$/),
      object: 'bot',
      workspace_id: owner.workspaceId,
      meeting_id: expect.stringMatching(/^mtg_[0-9a-z]{26}$/),
      meeting_url: 'https://meet.google.com/abc-good-def',
      join_at: null,
      status: 'queued',
      bot_name: 'Notetaker',
      welcome_message: null,
      language: 'auto',
      recording_start: 'on_join',
      recording_mode: 'audio_and_video',
      silence_alert: true,
      summary_language: null,
      summary_template: 'general',
      participants: [],
      metadata: {},
      created_at: '2026-11-02T12:00:00.000Z',
      ended_at: null,
      recording_available_at: null,
      recorder_notes: [],
    });
    expect(answered.headers['location']).toBe(`${BASE_URL}/bots/${body.id}`);
    expect((await call('GET', `/bots/${body.id}`, { key: owner.key })).body).toEqual(body);
  });

  it('201: participants are unique by email, compared in lower case, also after a change', async () => {
    const { send, patch, bot } = await aBotStory();
    const participants = [
      { email: 'Ben@other.test', name: 'Ben' },
      { email: null, name: 'Room' },
      { email: 'ben@OTHER.test', name: 'Benjamin' },
      { email: null, name: 'Room' },
    ];
    const unique = [{ email: 'ben@other.test', name: 'Ben' }, ...Array(2).fill({ email: null, name: 'Room' })];

    const { id, participants: sent } = (await send({ participants, join_at: minutes(60) })).body;
    await patch(id, { participants: [...participants, { email: 'ada@acme.test' }] });

    expect(sent).toEqual(unique);
    expect((await bot(id)).participants).toEqual([...unique, { email: 'ada@acme.test', name: null }]);
  });

  it('201: every field as it was sent', async () => {
    const { send, meeting } = await aBotStory();
    const fields = {
      join_at: '2026-11-02T14:00:00.000Z',
      bot_name: 'Ada’s ears',
      welcome_message: 'Hello, I take notes.',
      language: 'de-CH',
      recording_start: 'on_command',
      recording_mode: 'audio_only',
      silence_alert: false,
      summary_language: 'fr',
      summary_template: 'interview',
      participants: [
        { email: 'ben@other.test', name: 'Ben' },
        { email: null, name: 'Guest' },
      ],
    };

    const body = expectSuccess(contract, await send({ ...fields, title: 'Kickoff', metadata: { deal: 42 } }), 201);

    expect(body).toMatchObject({ ...fields, metadata: { deal: '42' } });
    const made = await meeting(body.meeting_id);
    expect(made).toMatchObject({
      title: 'Kickoff',
      source: 'bot',
      starts_at: fields.join_at,
      ends_at: null,
      phase: 'upcoming',
      platform: 'meet',
      calendar_event: null,
      recordings: [{ id: body.id, type: 'bot', status: 'queued', started_at: fields.join_at, ended_at: null }],
    });
    expect(made.participants.map(({ name }: { name: string }) => name)).toEqual(['Ben', 'Guest']);
  });

  it('201: join_at is read with any offset; within five minutes back and a year ahead', async () => {
    const { send } = await aBotStory();

    for (const [sent, read] of [
      ['2026-11-02T15:00:00+02:00', minutes(60)],
      [minutes(-5), minutes(-5)],
      [minutes(365 * 24 * 60), minutes(365 * 24 * 60)],
    ])
      expect((await send({ join_at: sent, allow_multiple_bots: true })).body.join_at).toBe(read);
  });

  it.each([
    ['https://meet.google.com/abc-good-def', 'Meeting on Google Meet, 2026-11-02'],
    ['https://zoom.us/j/123456789', 'Meeting on Zoom, 2026-11-02'],
    ['https://teams.microsoft.com/meet/123456?p=abc', 'Meeting on Microsoft Teams, 2026-11-02'],
  ])('201: without a title, %s is called "%s"', async (meeting_url, title) => {
    const { send, meeting } = await aBotStory();

    const { body } = await send({ meeting_url });

    expect((await meeting(body.meeting_id)).title).toBe(title);
  });

  it('201: the title without one names the day on which the bot joins', async () => {
    const { send, meeting } = await aBotStory();

    const { body } = await send({ join_at: '2026-12-24T18:00:00Z' });

    expect((await meeting(body.meeting_id)).title).toBe('Meeting on Google Meet, 2026-12-24');
  });

  it.each([
    ['blanks around it', '  https://meet.google.com/abc-good-def \n', 'https://meet.google.com/abc-good-def'],
    [
      'three layers of encoding',
      'https%25253A%25252F%25252Fmeet.google.com%25252Fabc-good-def',
      'https://meet.google.com/abc-good-def',
    ],
    ['zoom.com', 'https://acme.zoom.com/j/123456789', 'https://acme.zoom.us/j/123456789'],
    [
      'tracking, and a passcode',
      'https://zoom.us/j/123456789?utm_source=mail&pwd=s3cret&fbclid=1',
      'https://zoom.us/j/123456789?pwd=s3cret',
    ],
  ])('201: a link with %s is normalised', async (_, meeting_url, normal) => {
    const { send } = await aBotStory();

    expect(expectSuccess(contract, await send({ meeting_url }), 201).meeting_url).toBe(normal);
  });

  it('201: limits are inclusive, and counted in characters', async () => {
    const { send } = await aBotStory();
    const edge = {
      title: 'é'.repeat(500),
      bot_name: '😀'.repeat(100),
      welcome_message: '😀'.repeat(500),
      participants: Array.from({ length: 100 }, (_, at) => ({ email: `p${at}@other.test` })),
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key-${at}`, 'v'.repeat(500)])),
    };

    const body = expectSuccess(contract, await send(edge), 201);

    expect(body.participants).toHaveLength(100);
    expect(body).toMatchObject({ bot_name: edge.bot_name, welcome_message: edge.welcome_message });
  });

  it('201: what is left out follows the settings of the workspace', async () => {
    const { send, createSettings } = await aBotStory();
    await createSettings({
      transcription: { language: 'de' },
      summary: { template: 'lecture', language: 'en' },
      recording: { methods: { bot: { mode: 'audio_only', start: 'on_command', silence_detection: { alert: false } } } },
    });

    expect((await send({ recording_start: 'on_join' })).body).toMatchObject({
      language: 'de',
      summary_template: 'lecture',
      summary_language: 'en',
      recording_mode: 'audio_only',
      recording_start: 'on_join',
      silence_alert: false,
    });
  });

  it('201: recording and the settings sent become the meeting’s own settings, and no others', async () => {
    const { send, meeting, createSettings } = await aBotStory();
    const shared = (await createSettings({ summary: { template: 'lecture' } })).body;

    const { body } = await send({ language: 'de', recording_mode: 'audio_only', summary_language: null });

    const made = await meeting(body.meeting_id);
    const [own, ...more] = ownOf(made);
    expect(more).toEqual([]);
    expect(made.settings).toMatchObject({
      recording: { enabled: true, methods: { bot: { mode: 'audio_only' } } },
      transcription: { language: 'de' },
      summary: { template: 'lecture', language: 'same_as_transcript' },
    });
    const { sources } = made.settings;
    const chosen = Object.keys(sources).filter((path) => sources[path].assignment_id === own?.id);
    expect(chosen.sort()).toEqual([
      'recording.enabled',
      'recording.methods.bot.mode',
      'summary.language',
      'transcription.language',
    ]);
    expect(sources['summary.template'].assignment_id).toBe(shared.assignments[0].id);
  });

  it('201: sent for a member, the meeting is one of theirs', async () => {
    const { send, push, meeting } = await aBotStory();
    const { member_id } = (await push({ meeting_url: null })).body;

    const { body } = await send({ member_id, participants: [{ email: 'ADA@acme.test', name: 'Ada' }] });

    expect((await meeting(body.meeting_id)).participants).toEqual([{ name: 'Ada', email: 'ada@acme.test', member_id }]);
  });

  it('201: workspace_id may be left out by a key of one workspace', async () => {
    const { call, owner } = await aBotStory();
    const body = { meeting_url: 'https://meet.google.com/abc-good-def' };

    const answered = await call('POST', '/bots', { key: owner.key, body });

    expect(expectSuccess(contract, answered, 201).workspace_id).toBe(owner.workspaceId);
  });

  it('201: workspace_id may be the integer, as a number or as text', async () => {
    const { send, owner } = await aBotStory();

    for (const workspace_id of [owner.workspaceNumber, String(owner.workspaceNumber)]) {
      const answered = await send({ workspace_id, allow_multiple_bots: true });
      expect(expectSuccess(contract, answered, 201).workspace_id).toBe(owner.workspaceId);
    }
  });

  it('201: a form, and names in camel case, say the same', async () => {
    const { call, owner } = await aBotStory();
    const raw = `workspaceId=${owner.workspaceNumber}&meetingUrl=https://zoom.us/j/123456789&silenceAlert=false&metadata[deal]=42`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const answered = await call('POST', '/bots', { key: owner.key, raw, headers });

    expect(expectSuccess(contract, answered, 201)).toMatchObject({ silence_alert: false, metadata: { deal: '42' } });
  });

  it('201: one that is due leaves work for the worker in the same transaction, one for later does not', async () => {
    const { send, world } = await aBotStory();
    const jobs = () => world.dynamo.items().filter(({ sk }) => String(sk?.S).includes('bot.due')).length;

    await send({ join_at: minutes(60) });
    expect(jobs()).toBe(0);

    await send({ meeting_url: 'https://meet.google.com/abc-mute-def' });
    expect(jobs()).toBe(1);
  });
});
