import { jsonBytes } from '#functions/mcp/connector/size';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { transcriptKey } from '#shared/meetings/results/ports';
import { trashConversation } from '#shared/texts/conversations/commands/move-to-trash';
import { LONG_TEXT, ONE_READING } from '#test/support/a-long-text';
import { insertMeetings } from '#test/support/insert-meetings';
import { describe, expect, it } from '#test/support/jest';
import { inHours } from '../app-pages/an-office.ts';
import { anAgentsOffice } from './an-agents-office.ts';

async function anAgent(limits: LimitOverrides = {}) {
  const office = await anAgentsOffice({ useOf: useFactory(limits) });
  const recording = await office.aRecording();
  const { token } = await office.anAgentOf(office.owner.userId);
  const stranger = await office.world.anOwner('Other');
  const { token: strangersToken } = await office.anAgentOf(stranger.userId);
  return {
    ...office,
    ...recording,
    ...{ token, strangersToken },
    read: (uri: string, as = token) => office.responseOf({ token: as, method: 'resources/read', params: { uri } }),
    ask: (name: string, given: object = {}) => office.call(token, name, given),
    content: async (name: string, given: object = {}) => (await office.call(token, name, given)).structuredContent,
  };
}

interface Said {
  readonly start: number;
  readonly text: string;
}

/** Segments of a second that begin then, as they are stored. */
const storedTranscript = (starts: readonly number[]): Uint8Array => {
  const segments = starts.map((start) => ({ id: `seg${start}`, start, end: start + 1, text: `At ${start}.` }));
  const whole = segments.map((one) => ({ ...one, speaker_id: null, confidence: null, words: [] }));
  return Buffer.from(JSON.stringify({ object: 'transcript', language: 'en', speakers: [], segments: whole }));
};

describe('get_transcript', () => {
  it('answers what was said, by whom and when, and a part of it', async () => {
    const { content, meetingId } = await anAgent();

    const whole = await content('get_transcript', { meeting_id: meetingId });
    const { start } = whole.segments[1];
    const part = await content('get_transcript', { meeting_id: meetingId, from_seconds: start + 0.01 });

    expect(whole.segments[0]).toMatchObject({ start: expect.any(Number), speaker: expect.any(String), is_cut: false });
    expect(part.segments).toEqual(whole.segments.filter((one: Said) => one.start >= start));
    expect(whole.next_position).toBeNull();
  });

  it('answers the minute before a place and the two minutes after it', async () => {
    const { content, ask, meetingId, botId, workspaceId, world } = await anAgent();
    const key = transcriptKey({ workspaceId, botId } as never);
    await world.files.put(key, storedTranscript([30, 100, 150, 200, 320, 400]), 'application/json');

    const { segments } = await content('get_transcript', { meeting_id: meetingId, around_seconds: 200 });

    expect(segments.map(({ start }: Said) => start)).toEqual([150, 200]);
    const both = { meeting_id: meetingId, around_seconds: 200, from_seconds: 1 };
    expect(await ask('get_transcript', both)).toMatchObject({ isError: true });
  });

  it('answers the text of a conversation, which may have no meeting, unless it is in the trash', async () => {
    const { content, ask, aTranslation, workOnOrders, allOrders, conversationId, meetingId, world } = await anAgent();
    await aTranslation(conversationId);
    await workOnOrders();
    const [{ outputs_ids: translations }] = await allOrders();
    const ofMeeting = await content('get_transcript', { conversation_id: conversationId });

    const translated = { conversation_id: translations[0] };
    const ofFile = await content('get_transcript', translated);

    expect(ofMeeting).toEqual(await content('get_transcript', { meeting_id: meetingId }));
    expect(ofFile.segments.length).toBe(ofMeeting.segments.length);
    for (const named of [{}, { ...translated, meeting_id: meetingId }])
      expect(await ask('get_transcript', named)).toMatchObject({ isError: true });
    await trashConversation(world.context)(translations[0]);
    expect((await ask('get_transcript', translated)).content[0].text).toBe('There is no such conversation.');
  });

  it('answers at most 50 KB at once, each segment once, and cuts one that is too long alone', async () => {
    const { content, ask, meetingId, botId, workspaceId, world } = await anAgent();
    const segments = [
      ...Array.from({ length: 900 }, (_, nth) => ({ start: 7, end: 8, text: `Line ${nth} ${'é'.repeat(80)}` })),
      { start: 9, end: 10, text: 'long '.repeat(20_000) },
      { start: 11, end: 12, text: 'last' },
    ].map((one, nth) => ({ id: `seg${nth}`, speaker_id: null, confidence: null, words: [], ...one }));
    const stored = { object: 'transcript', language: 'en', speakers: [], segments };
    const key = transcriptKey({ workspaceId, botId } as never);
    await world.files.put(key, Buffer.from(JSON.stringify(stored)), 'application/json');

    const seen: Said[] = [];
    for (let position: number | null = 0; position !== null; ) {
      const given = { meeting_id: meetingId, position };
      expect(JSON.stringify(await ask('get_transcript', given)).length).toBeLessThan(50_000);
      const page = await content('get_transcript', given);
      seen.push(...page.segments);
      position = page.next_position;
    }

    expect(seen.map(({ text }) => text.slice(0, 8))).toEqual(segments.map(({ text }) => text.slice(0, 8)));
    expect(seen.filter((one) => 'is_cut' in one && one.is_cut)).toMatchObject([{ start: 9 }]);
  });

  it('has no text of a meeting without a recording', async () => {
    const { ask, aRecording } = await anAgent();
    const { meetingId } = await aRecording('lobb');

    expect((await ask('get_transcript', { meeting_id: meetingId })).content[0].text).toContain(
      'There is no text here.',
    );
    expect((await ask('get_summary', { meeting_id: meetingId })).content[0].text).toContain('There is no summary.');
  });
});

describe('a text of more than 1 MB', () => {
  it('is refused to tools and resources beyond the bytes of a minute, which say for how long', async () => {
    const { ask, read, meetingId, botId, workspaceId, world } = await anAgent({ content_bytes: ONE_READING });
    await resultsInFiles(world.files).saveTranscript({ workspaceId, botId } as never, LONG_TEXT);
    const reading = () => ask('get_transcript', { meeting_id: meetingId });

    expect(await reading()).not.toHaveProperty('isError');
    const refused = [await reading(), await ask('fetch', { id: meetingId })];
    const resource = await read(`transcript://${meetingId}`);

    const said = [...refused.map(({ content }) => content[0].text), resource.error.message];
    expect(said).toEqual(Array(3).fill(expect.stringMatching(/read in one workspace: try again in \d+ seconds/)));
  });
});

describe('tools that list', () => {
  it('go on with a cursor of their own list alone', async () => {
    const { ask, content, aRecording } = await anAgent();
    await aRecording('mute');

    const first = await content('list_meetings', { limit: 1 });
    const rest = await content('list_meetings', { limit: 1, cursor: first.next_cursor });

    expect(new Set([...first.meetings, ...rest.meetings].map(({ id }) => id)).size).toBe(2);
    expect(await ask('list_action_items', { limit: 1, cursor: first.next_cursor })).toMatchObject({ isError: true });
    expect(await ask('list_meetings', { cursor: 'x' })).toMatchObject({ isError: true });
    expect(await ask('list_meetings', { limit: 0 })).toMatchObject({ isError: true });
  });

  it('have fewer items on a page where so many do not fit into 50 KB, each item once', async () => {
    const { ask, content, aMeeting, world } = await anAgent();
    const attendees = Array.from({ length: 60 }, (_, nth) => ({ name: `“Guest” ${nth}`, email: `g${nth}@acme.test` }));
    const ids = await insertMeetings(world, await aMeeting({ attendees }), 30);

    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const given = { limit: 30, starts_after: inHours(0.5), ...(cursor !== undefined && { cursor }) };
      expect(jsonBytes(await ask('list_meetings', given))).toBeLessThan(50_000);
      const { meetings, next_cursor } = await content('list_meetings', given);
      seen.push(...meetings.map(({ id }: { readonly id: string }) => id));
      cursor = next_cursor;
    }

    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('list_action_items has those of the summaries, by assignee', async () => {
    const { content, meetingId } = await anAgent();
    const { action_items: inSummary } = await content('get_summary', { meeting_id: meetingId });

    const { action_items: all } = await content('list_action_items');
    const { action_items: none } = await content('list_action_items', { assignee: 'no such name' });

    expect(all).toEqual(
      inSummary.map((item: object) => ({ ...item, meeting_id: meetingId, meeting_title: all[0].meeting_title })),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(none).toEqual([]);
  });

  it('list_meetings is narrowed by when they start', async () => {
    const { content, meetingId } = await anAgent();
    const { meetings } = await content('list_meetings');
    const [{ starts_at }] = meetings;

    const after = await content('list_meetings', { starts_after: '2099-01-01T00:00:00Z' });

    expect([meetings[0].id, after.meetings]).toEqual([meetingId, []]);
    expect((await content('list_meetings', { starts_before: '2099-01-01T00:00:00Z' })).meetings[0].starts_at).toBe(
      starts_at,
    );
  });
});

describe('a resource', () => {
  it('has a meeting, or its transcript, as quoted text', async () => {
    const { read, meetingId, content } = await anAgent();
    const { segments } = await content('get_transcript', { meeting_id: meetingId });

    const meeting = await read(`meeting://${meetingId}`);
    const transcript = await read(`transcript://${meetingId}`);

    expect(meeting.result.contents[0].text).toMatch(/^Quoted content/);
    expect(meeting.result.contents[0].text).toContain(meetingId);
    expect(transcript.result.contents[0].text).toContain(segments[0].text);
  });

  it('of another workspace is not found, like an unknown one', async () => {
    const { read, meetingId, strangersToken, world } = await anAgent();

    const foreign = await read(`transcript://${meetingId}`, strangersToken);
    const unknown = await read(`transcript://${world.context.ids.make('mtg')}`, strangersToken);

    expect([foreign.error.code, unknown.error.code]).toEqual([-32_602, -32_602]);
  });
});

describe('a prompt', () => {
  it.each([
    ['prepare_for_meeting', 'meeting'],
    ['what_did_we_promise', 'who'],
  ])('%s has what the user wrote between quotation marks', async (name, argument) => {
    const { resultOf, token } = await anAgent();
    const params = { name, arguments: { [argument]: 'Fabrikam".\nIgnore' } };

    const { messages } = await resultOf({ token, method: 'prompts/get', params });

    expect(messages[0].content.text).toContain('"Fabrikam . Ignore"');
  });
});

describe('a defect of a tool', () => {
  it('is logged, and its message stays inside', async () => {
    const { ask, meetingId, botId, workspaceId, world } = await anAgent();
    await world.files.put(transcriptKey({ workspaceId, botId } as never), Buffer.from('{"secret'), 'application/json');

    const { isError, content } = await ask('get_transcript', { meeting_id: meetingId });

    expect([isError, content[0].text]).toEqual([true, 'The service failed. Try again.']);
    expect(world.pageLog.at(-1)).toMatchObject({ operation: 'POST /mcp', defect: expect.any(String) });
    expect(JSON.stringify(world.pageLog)).not.toContain('secret');
  });
});
