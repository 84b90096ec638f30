import { searchContract } from '#shared/texts/search/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { useUpForFounder } from '#test/support/use-up-for-founder';
import { aSearchWorld } from './a-search-world.ts';

const LAUNCH = [
  ['Ada', 'Good morning, how was the weekend?'],
  ['Ben', 'The launch moves to the ninth of June.'],
] as const;
const BUDGET = [['Ada', 'The budget stays at ten thousand, whatever the launch costs.']] as const;

describe('GET /search', () => {
  it('200: the place in a recorded meeting where the words were said', async () => {
    const { aRecording, worker, find } = await aSearchWorld();
    const meeting = await aRecording();
    await worker.untilQuiet();

    const { data, has_more } = expectSuccess(searchContract, await find('beta launch Tuesday'), 200);

    expect(has_more).toBe(false);
    expect(data).toEqual([
      {
        object: 'search_hit',
        conversation_id: meeting.results.transcript.conversation_id,
        meeting_id: meeting.id,
        title: 'Meeting on Google Meet, 2026-11-02',
        starts_at: meeting.starts_at,
        start: 23.387,
        speaker: 'Maya',
        snippet: 'Then we agreed on this. The beta launch moves to Tuesday, the ninth of June.',
      },
    ]);
  });

  it('200: the text of a file, with neither meeting nor start', async () => {
    const { aText, worker, find } = await aSearchWorld();
    const { id } = await aText(LAUNCH, { name: 'Interview' });
    await worker.untilQuiet();

    expect(expectSuccess(searchContract, await find('launch june'), 200).data).toEqual([
      {
        object: 'search_hit',
        ...{ conversation_id: id, meeting_id: null, title: 'Interview', starts_at: null },
        ...{ start: 6, speaker: 'Ben', snippet: 'The launch moves to the ninth of June.' },
      },
    ]);
  });

  it('200: a translation is not found beside the text that it is made from', async () => {
    const { aText, worker, titles } = await aSearchWorld();
    const { id } = await aText(LAUNCH, { name: 'Interview' });
    await aText(LAUNCH, { name: 'Translated', kind: 'translation', sourceConversationId: id });
    await worker.untilQuiet();

    expect(await titles('launch')).toEqual(['Interview']);
  });

  it.each([
    ['a word in another case and with diacritics', 'LÁUNCH june'],
    ['the beginning of a word', 'laun*'],
    ['a phrase', '"moves to the ninth"'],
    ['a word of the title', 'interview'],
    ['the name of a speaker', 'ben'],
    ['words of which one is nowhere', 'launch zebra'],
    ['what looks like the syntax of the engine', 'launch AND NOT (title:x) "june" ^* -'],
  ])('200: finds %s', async (_what, q) => {
    const { aText, worker, titles } = await aSearchWorld();
    await aText(LAUNCH, { name: 'Interview' });
    await worker.untilQuiet();

    expect(await titles(q)).toEqual(['Interview']);
  });

  it.each([
    ['a phrase in another order', '"launch the"'],
    ['the beginning of a word without a star', 'laun'],
    ['a word that was not said', 'zebra'],
  ])('200: nothing for %s', async (_what, q) => {
    const { aText, worker, titles } = await aSearchWorld();
    await aText(LAUNCH);
    await worker.untilQuiet();

    expect(await titles(q)).toEqual([]);
  });

  it.each([
    ['Chinese', '明天的会议改到星期五。', '会议', '会'],
    ['Japanese', '明日の会議は金曜日です。', '会議', '曜'],
    ['Korean', '내일회의는금요일입니다.', '회의', '금'],
    ['Thai', 'ประชุมพรุ่งนี้เลื่อนเป็นวันศุกร์', 'พรุ่งนี้', 'ศุ'],
  ])('200: a word and a single sign in %s', async (language, text, word, sign) => {
    const { aText, worker, find, titles } = await aSearchWorld();
    await aText([[null, text]], { name: language });
    await aText(LAUNCH, { name: 'Interview' });
    await worker.untilQuiet();

    expect((await find(word)).body.data).toEqual([expect.objectContaining({ title: language, snippet: text })]);
    expect(await titles(sign)).toEqual([language]);
  });

  it('200: the best first, and pages that go on until the last', async () => {
    const { aText, worker, find, owner, callSearch } = await aSearchWorld();
    for (let nth = 0; nth < 5; nth += 1) await aText(BUDGET, { name: `Budget ${nth}` });
    await aText(LAUNCH, { name: 'Interview' });
    await worker.untilQuiet();

    const found: string[] = [];
    let page = await find('launch june', '&limit=2');
    for (let pages = 1; ; pages += 1) {
      const { data, has_more, _links } = expectSuccess(searchContract, page, 200);
      found.push(...data.map(({ title }: { title: string }) => title));
      if (!has_more) break;
      expect(pages).toBeLessThan(5);
      page = await callSearch('GET', _links.next.url.split('/api/v1')[1], { key: owner.key });
    }

    expect(found[0]).toBe('Interview');
    expect(new Set(found).size).toBe(found.length);
  });

  it('200: of the time that is asked for, from its start to before its end', async () => {
    const { aText, worker, titles } = await aSearchWorld();
    await aText(LAUNCH, { name: 'Interview' });
    await worker.untilQuiet();

    expect(await titles('launch', '&after=2026-11-02T12:00:00Z&before=2026-11-02T12:00:00.001Z')).toEqual([
      'Interview',
    ]);
    expect(await titles('launch', '&after=2026-11-02T12:00:00.001Z')).toEqual([]);
    expect(await titles('launch', '&before=2026-11-02T12:00:00Z')).toEqual([]);
  });

  it('200: with the person, by address or by part of the name', async () => {
    const { aRecording, aText, worker, titles } = await aSearchWorld();
    await aText(LAUNCH, { name: 'Interview' });
    await aRecording('good', { participants: [{ name: 'Élodie Martin', email: 'Elodie@Norbury.example' }] });
    await worker.untilQuiet();

    expect(await titles('launch', '&person=elodie%40norbury.example')).toEqual(['Meeting on Google Meet, 2026-11-02']);
    expect(await titles('launch', '&person=elodie')).toEqual(['Meeting on Google Meet, 2026-11-02']);
    expect(await titles('launch', '&person=Ben')).toEqual(['Interview']);
    expect(await titles('launch', '&person=odie%40norbury.example')).toEqual([]);
  });

  it('200: the same once it was merged, and with what came after it', async () => {
    const { aText, merge, worker, titles, keysOf } = await aSearchWorld();
    await aText(LAUNCH, { name: 'Interview' });
    await merge();
    expect([keysOf('segments').length, keysOf('packs').length]).toEqual([0, 1]);
    await aText(LAUNCH, { name: 'Later' });
    await worker.untilQuiet();

    expect([...(await titles('launch june'))].sort()).toEqual(['Interview', 'Later']);
  });

  it('200: nothing of another workspace', async () => {
    const { aText, worker, world, callSearch } = await aSearchWorld();
    await aText(LAUNCH);
    await worker.untilQuiet();
    const stranger = await world.anOwner('Other');

    const { body } = await callSearch('GET', `/search?workspace_id=${stranger.workspaceId}&q=launch`, stranger);

    expect(body.data).toEqual([]);
  });

  it.each([
    ['without words', 'q=%20', 'q'],
    ['with signs alone', `q=${encodeURIComponent('!? "*"')}`, 'q'],
    ['that is too long', `q=${'a'.repeat(301)}`, 'q'],
    ['of nine beginnings of words', `q=${encodeURIComponent('a* b* c* d* e* f* g* 我 是')}`, 'q'],
    ['with an unknown cursor', 'q=launch&cursor=abc', 'cursor'],
    ['from no time', 'q=launch&after=yesterday', 'after'],
  ])('400: a search %s', async (_what, query, field) => {
    const { callSearch, owner } = await aSearchWorld();

    const answered = await callSearch('GET', `/search?workspace_id=${owner.workspaceId}&${query}`, owner);

    expect(expectError(searchContract, answered, 400)).toEqual([`bad_request ${field}`]);
  });

  it('401: without a role in the workspace', async () => {
    const { callSearch, world, owner } = await aSearchWorld();
    const stranger = await world.anOwner('Other');

    const answered = await callSearch('GET', `/search?workspace_id=${owner.workspaceId}&q=launch`, stranger);

    expect(expectError(searchContract, answered, 401)).toEqual(['unauthorized']);
  });

  it('429: the 121st search of a workspace in a minute', async () => {
    const { find, world } = await aSearchWorld();
    for (let nth = 0; nth < 120; nth += 1) await find('launch');

    expect(expectError(searchContract, await find('launch'), 429)).toEqual(['rate_limited']);
    world.clock.advance(60_000);
    expectSuccess(searchContract, await find('launch'), 200);
  });

  it('429: the 241st search of a minute in all workspaces that one user founded, which its workspace does not count', async () => {
    const { callSearch, world, owner } = await aSearchWorld();
    await useUpForFounder(world.context, 'searches', owner);

    const refused = await callSearch('GET', `/search?workspace_id=${owner.workspaceId}&q=launch`, owner);

    expect(expectError(searchContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.body.errors[0].message).toContain('240 searches a minute in all workspaces that one user founded');
    const stranger = await world.anOwner('Other');
    const another = await callSearch('GET', `/search?workspace_id=${stranger.workspaceId}&q=launch`, stranger);
    expect(another.status).toBe(200);
  });
});
