import { jsonBytes } from '#functions/mcp/connector/size';
import type { MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { transcriptKey } from '#shared/meetings/results/ports';
import { anArchive } from '#test/support/an-archive';
import { type GeneratedMeeting, generatedMeetings } from '#test/support/generated-meetings';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL } from '#test/support/pages';
import { anAgentsOffice } from './an-agents-office.ts';

const GENERATED = generatedMeetings(1, 12, 200);
const [FIRST] = GENERATED as [GeneratedMeeting];
const [FACT] = FIRST.facts as [GeneratedMeeting['facts'][number]];
const TEXT = `${FACT.project} ${FACT.topic}`;

const startOf = (nth: number) => (GENERATED[nth] as GeneratedMeeting).startsAt;
const isOfAcorn = ({ participants }: GeneratedMeeting) => participants.some(({ company }) => company === 'Acorn');
const PERSON = FIRST.participants[0]?.email;
const hasPerson = ({ participants }: GeneratedMeeting) => participants.some(({ email }) => email === PERSON);

/** An agent of a user whose workspace has recorded these meetings, and the shipped one. */
async function anAgentWith(generated: readonly GeneratedMeeting[] = GENERATED) {
  const office = await anAgentsOffice();
  const recording = await office.aRecording();
  const ids = await anArchive(office.world, recording.meetingId as MeetingId, generated);
  const { token } = await office.anAgentOf(office.owner.userId);
  const ask = (name: string, given: object) => office.call(token, name, given);
  return {
    ...office,
    ...recording,
    ...{ ids, ask },
    find: async (given: object) => (await ask('search_meetings', given)).structuredContent,
  };
}

interface Hit {
  readonly meeting_id: string;
  readonly title: string;
}

describe('search_meetings', () => {
  it('finds the place where something was said, at which get_transcript reads on', async () => {
    const { find, ask, ids } = await anAgentWith();

    const [hit] = (await find({ text: TEXT })).hits;

    expect(hit).toEqual({
      ...{ conversation_id: expect.stringMatching(/^con_/), meeting_id: ids[0], title: FIRST.title },
      ...{ starts_at: isoOf(FIRST.startsAt), start_seconds: FACT.startSeconds, speaker: FACT.speaker },
      quote: FACT.sentence,
    });
    const around = { meeting_id: hit.meeting_id, around_seconds: hit.start_seconds };
    expect((await ask('get_transcript', around)).content[0].text).toContain(FACT.sentence);
  });

  it.each([
    ['person', { person: PERSON }, hasPerson],
    ['company', { company: 'acorn.example' }, isOfAcorn],
    ['company by its name', { company: 'Acorn' }, isOfAcorn],
    ['platform', { platform: 'zoom' }, ({ platform }: GeneratedMeeting) => platform === 'zoom'],
    ['start', { starts_after: isoOf(startOf(5)) }, ({ startsAt }: GeneratedMeeting) => startsAt >= startOf(5)],
    ['end', { starts_before: isoOf(startOf(5)) }, ({ startsAt }: GeneratedMeeting) => startsAt < startOf(5)],
  ])('is narrowed by %s', async (_, filter, isWanted) => {
    const { find } = await anAgentWith();
    const titlesOf = ({ hits }: { readonly hits: readonly Hit[] }) => hits.map(({ title }) => title).sort();

    const found = await find({ text: 'the*', limit: 20, ...filter });

    const wanted = GENERATED.filter(isWanted).map(({ title }) => title);
    expect(wanted.length).toBeGreaterThan(0);
    expect(titlesOf(found).filter((title) => GENERATED.some((one) => one.title === title))).toEqual(wanted.sort());
  });

  it('has each hit once, page by page, with a cursor of the same search alone', async () => {
    const { find, ask } = await anAgentWith();
    const whole = await find({ text: 'the*', limit: 20 });

    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { hits, next_cursor } = await find({ text: 'the*', limit: 5, ...(cursor !== undefined && { cursor }) });
      seen.push(...hits.map(({ meeting_id }: Hit) => meeting_id));
      cursor = next_cursor;
    }

    expect(seen).toEqual(whole.hits.map(({ meeting_id }: Hit) => meeting_id));
    const { next_cursor: cursor } = await find({ text: 'the*', limit: 5 });
    expect(await ask('search_meetings', { text: 'other', cursor })).toMatchObject({ isError: true });
  });

  it('finds nothing where nothing fits', async () => {
    const { ask } = await anAgentWith([]);

    expect((await ask('search_meetings', { text: 'zeppelin' })).content[0].text).toContain('Nothing found.');
  });

  it.each([
    ['a text without a word', { text: '?!' }],
    ['a text of more than 300 characters', { text: 'a'.repeat(301) }],
    ['an argument that it does not have', { text: 'zeppelin', participant: 'ada@acme.test' }],
  ])('refuses %s', async (_what, given) => {
    const { ask } = await anAgentWith([]);

    expect(await ask('search_meetings', given)).toMatchObject({ isError: true });
  });
});

describe('search and fetch, for research', () => {
  it('have the fields that research clients of ChatGPT ask for, and no others, as JSON too', async () => {
    const { ask, ids } = await anAgentWith();

    const found = await ask('search', { query: TEXT });
    const [result] = found.structuredContent.results;
    const fetched = await ask('fetch', { id: result.id });

    const url = `${APP_URL}/app/meetings/${ids[0]}`;
    expect(result).toEqual({ id: ids[0], title: `${FIRST.title} (${isoOf(FIRST.startsAt).slice(0, 10)})`, url });
    expect(fetched.structuredContent).toEqual({
      ...{ id: ids[0], title: FIRST.title, url, text: expect.stringContaining(FACT.sentence) },
      metadata: {
        ...{ starts_at: isoOf(FIRST.startsAt), platform: FIRST.platform },
        participants: FIRST.participants.map(({ name }) => name).join(', '),
      },
    });
    for (const { content, structuredContent, _meta } of [found, fetched]) {
      expect(content.map(({ text }: { readonly text: string }) => JSON.parse(text))).toEqual([structuredContent]);
      expect(_meta.notice).toContain('Quoted content');
    }
  });

  it('search takes turns between the workspaces of the user', async () => {
    const { world, owner, anAgentOf, call, meetingId } = await anAgentWith([]);
    const second = await world.aWorkspaceOf(owner.userId, 'Second');
    const { token } = await anAgentOf(owner.userId);

    const { results } = (await call(token, 'search', { query: 'beta launch' })).structuredContent;

    expect(second.name).toBe('Second');
    expect(results).toMatchObject([{ id: meetingId }]);
  });

  it('fetch answers at most 50 KB of a long text, and says where get_transcript reads on', async () => {
    const { ask, world, workspaceId, botId, meetingId } = await anAgentWith([]);
    const segments = Array.from({ length: 900 }, (_, nth) => ({ start: nth, end: nth + 1, text: '"\\'.repeat(60) }));
    const whole = segments.map((one, nth) => ({
      id: `seg${nth}`,
      speaker_id: null,
      confidence: null,
      words: [],
      ...one,
    }));
    const stored = { object: 'transcript', language: 'en', speakers: [], segments: whole };
    await world.files.put(
      transcriptKey({ workspaceId, botId } as never),
      Buffer.from(JSON.stringify(stored)),
      'application/json',
    );

    const fetched = await ask('fetch', { id: meetingId });

    expect(jsonBytes(fetched)).toBeLessThan(50_000);
    expect(fetched.structuredContent.text).toMatch(/\[It goes on: call get_transcript with position \d+\.\]$/);
  });
});

it('a search of an agent is counted for its workspace, as one by the API is', async () => {
  const { owner, anAgentOf, call, world } = await anAgentsOffice();
  const { token } = await anAgentOf(owner.userId);
  const { limitCounter, useOf } = world.context;
  await limitCounter.take(useOf('searches', owner.workspaceId, world.clock.now(), 119));

  expect((await call(token, 'search_meetings', { text: 'beta' })).isError).toBeUndefined();
  expect((await call(token, 'search_meetings', { text: 'beta' })).isError).toBe(true);
  expect((await call(token, 'search', { query: 'beta' })).isError).toBe(true);
});

it('a search of all workspaces leaves out those over their limit, and says so', async () => {
  const { owner, anAgentOf, call, world } = await anAgentsOffice();
  const other = await world.aWorkspaceOf(owner.userId, 'Other');
  const { token } = await anAgentOf(owner.userId);
  const { limitCounter, useOf, clock } = world.context;
  const useUp = (id: WorkspaceId) => limitCounter.take(useOf('searches', id, clock.now(), 119));
  await useUp(owner.workspaceId);
  await call(token, 'search_meetings', { workspace_id: owner.workspaceId, text: 'beta' });

  const found = await call(token, 'search', { query: 'beta' });

  expect(found.isError).toBeUndefined();
  expect(found.structuredContent).toEqual({
    results: [],
    left_out: [{ workspace_id: owner.workspaceId, message: expect.stringContaining('120 searches a minute') }],
  });
  await useUp(other.id);
  expect((await call(token, 'search', { query: 'beta' })).isError).toBe(true);
});

it('a search of an agent asks for no more beginnings of words than one by the API, and counts nothing where it does', async () => {
  const { owner, anAgentOf, call, world } = await anAgentsOffice();
  const { token } = await anAgentOf(owner.userId);
  const { limitCounter, useOf } = world.context;
  await limitCounter.take(useOf('searches', owner.workspaceId, world.clock.now(), 119));

  const refused = await call(token, 'search_meetings', { text: 'a* b* c* d* e* f* g* h* i*' });

  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('at most 8 beginnings of words');
  expect((await call(token, 'search_meetings', { text: 'a* b* c* d* e* f* g* h*' })).isError).toBeUndefined();
});
