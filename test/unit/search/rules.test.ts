import fc from 'fast-check';
import type { ConversationId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { indexedText, queryText } from '#shared/texts/search/rules/bigrams';
import { mergeAt } from '#shared/texts/search/rules/merge-times';
import {
  changedPacks,
  dividedTexts,
  mergedTexts,
  type Pack,
  packWith,
  replacePack,
} from '#shared/texts/search/rules/packs';
import { expressionOf, hasManyPrefixes, MOST_TERMS, parseQuery } from '#shared/texts/search/rules/parse-query';
import { MARKS, quoteFrom } from '#shared/texts/search/rules/quote';
import { byScore, rankedTexts, weightsOf } from '#shared/texts/search/rules/rank';
import type { SearchedText } from '#shared/texts/search/rules/searched-text';
import { passagesOf, sizeOf } from '#shared/texts/search/rules/searched-text';
import {
  deletedVersion,
  newestSegments,
  segmentAt,
  type TextVersion,
  versionOf,
} from '#shared/texts/search/rules/versions';
import { positionIn, windowOf, writtenPosition } from '#shared/texts/search/rules/windows';
import { newTextDatabase } from '#shared/texts/search/sqlite/text-database';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const con = (nth: number) => `con_${String(nth).padStart(26, '0')}` as ConversationId;
const at = (time: number) => time as Instant;

describe('a query', () => {
  const terms = (query: string) => parseQuery(query).map(expressionOf);

  it.each([
    ['beta launch', ['"beta"', '"launch"']],
    ['"beta launch" now', ['"beta launch"', '"now"']],
    ['invoic*', ['"invoic"*']],
    ['launch-date', ['"launch-date"']],
    ['launch Launch', ['"launch"']],
    ['AND NOT title:x (a OR b)', ['"AND"', '"NOT"', '"title:x"', '"(a"', '"OR"', '"b)"']],
    ['“beta launch”', ['"beta launch"']],
    ['an "open quote', ['"an"', '"open"', '"quote"']],
    ['会议', ['"会议"']],
    ['会議室', ['"会議 議室"']],
    ['会', ['"会"*']],
    ['!? * "-" ""', []],
  ])('%s becomes %j', (query, expected) => {
    expect(terms(query)).toEqual(expected);
  });

  it.each([
    ['words with a star', 'a* b* c* d* e* f* g* h*', 'i*'],
    ['single characters', '我 是 一 个 学 生 在 北', '京'],
    ['ends of words, and phrases', '3月 5日 一* 二* "三" "x 四" 五 六', 'y七'],
  ])('asks for too much with the ninth of %s, and not with the same twice', (_what, eight, ninth) => {
    expect(parseQuery(eight).filter(({ isPrefix }) => isPrefix)).toHaveLength(8);
    expect(hasManyPrefixes(eight)).toBe(false);
    expect(hasManyPrefixes(`${eight} ${eight}`)).toBe(false);
    expect(hasManyPrefixes(`${eight} plain words`)).toBe(false);
    expect(hasManyPrefixes(`${eight} ${ninth}`)).toBe(true);
  });

  it('never becomes what the engine refuses, nor more than a few terms', () => {
    const database = newTextDatabase(':memory:');
    const find = database.prepare('SELECT rowid FROM found WHERE found MATCH ?');
    const near = database.prepare('SELECT rowid FROM found WHERE found MATCH ?');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        const parsed = parseQuery(query);
        expect(parsed.length).toBeLessThanOrEqual(MOST_TERMS);
        for (const term of parsed) expect(find.all(expressionOf(term))).toEqual([]);
        const all = parsed.map(expressionOf).join(' ');
        if (all !== '') expect(near.all(`body : NEAR(${all}, 8)`)).toEqual([]);
      }),
    );
  });

  it('has all words that it says, in their order, where they are plain and few', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: MOST_TERMS }), (words) => {
        expect(parseQuery(words.join(' ')).map(({ text }) => text)).toEqual(words);
      }),
    );
  });
});

describe('bigrams', () => {
  it.each([
    ['会議室', ' 会議 議室 室 ', ' 会議 議室 '],
    ['the 会議 now', 'the  会議 議  now', 'the  会議  now'],
    ['室', ' 室 ', ' 室 '],
    ['plain text', 'plain text', 'plain text'],
  ])('of %s', (text, indexed, sought) => {
    expect([indexedText(text), queryText(text)]).toEqual([indexed, sought]);
  });
});

describe('passages', () => {
  it('have at most 240 characters each, and all that was said', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1, maxLength: 200 }), (words) => {
        const passages = passagesOf(aTranscript([['Ada', words.join(' ')]]));
        expect(passages.map(({ text }) => text).join(' ')).toBe(words.join(' '));
        for (const { text, speaker } of passages) expect([text.length <= 240, speaker]).toEqual([true, 'Ada']);
        const starts = passages.map(({ startSeconds }) => startSeconds);
        expect(starts).toEqual([...starts].sort((one, other) => one - other));
      }),
    );
  });
});

describe('a quote', () => {
  const passages = ['Nothing.', 'The launch.', 'The launch in June.'].map((text, nth) => ({
    ...{ startSeconds: nth, speaker: nth < 2 ? 'Ada' : 'Ben' },
    text,
  }));
  const marked = (...words: readonly string[]) =>
    passages
      .map(({ text }) => words.reduce((all, word) => all.replace(word, MARKS.begin + word + MARKS.end), text))
      .join('\n');

  it('is the first place with the most of what was found', () => {
    expect(quoteFrom(passages, marked('launch', 'June'))).toMatchObject({ startSeconds: 2, speaker: 'Ben' });
    expect(quoteFrom(passages, marked('launch'))).toMatchObject({ startSeconds: 1, snippet: 'The launch.' });
  });

  it('is the beginning where nothing was found in what was said', () => {
    expect(quoteFrom(passages, undefined)).toEqual({
      startSeconds: 0,
      speaker: 'Ada',
      snippet: 'Nothing. The launch.',
    });
    expect(quoteFrom([], undefined)).toEqual({ startSeconds: 0, speaker: null, snippet: '' });
  });
});

describe('versions of a text', () => {
  it('are ordered by the revisions of its rows, then by time; what is gone for good comes last', () => {
    const ordered = [
      versionOf([1, 2], at(9)),
      versionOf([2, 2], at(3)),
      versionOf([2, 2], at(4)),
      deletedVersion(at(1)),
    ];

    expect([...ordered].sort()).toEqual(ordered);
  });

  it('of segments: the newest of each conversation counts, of equal ones the tombstone', () => {
    const version = versionOf([2], at(1));
    const older = versionOf([1], at(5));
    const segments = [
      { conversationId: con(1), version, isTombstone: false },
      { conversationId: con(2), version: older, isTombstone: true },
      { conversationId: con(1), version, isTombstone: true },
      { conversationId: con(2), version, isTombstone: false },
    ];

    expect(newestSegments(segments)).toEqual([segments[3], segments[2]]);
  });

  it('are no other keys', () => {
    expect(segmentAt('wks_1/search/segments/con_1/1-2.json')).toBeUndefined();
    expect(segmentAt('wks_1/search/packs/000000000000001-ab.sqlite')).toBeUndefined();
  });
});

const aText = (nth: number, version = versionOf([1], at(0))): SearchedText => ({
  ...{ conversationId: con(nth), meetingId: null, version, file: 'file', title: 'Text', startsAt: null },
  ...{ placedAt: at(nth * 1000), platform: null, people: [], passages: [] },
});
const aSegment = (nth: number, version: TextVersion, isTombstone = false) => ({
  ...{ conversationId: con(nth), version, isTombstone },
});

/** The sizes of texts in each pack of a thousand bytes: texts of so many characters. */
const packSizes = (isNewest: boolean, sizes: readonly number[], character: string) =>
  dividedTexts(
    sizes.map((size) => ({ passages: [{ startSeconds: 0, speaker: null, text: character.repeat(size) }] })),
    { isNewest, most: 6, mostBytes: 1_000 },
  ).map((pack) => pack.map(sizeOf));

describe('packs', () => {
  const pack = (...of: readonly number[]): Pack =>
    packWith(
      `pack ${of[0]}`,
      of.map((nth) => aText(nth)),
    );

  it('take the conversations from their first one on; the first pack those before, too', () => {
    const packs = [pack(10, 11), pack(20, 21)];
    const segments = [5, 12, 19, 20, 30].map((nth) => aSegment(nth, versionOf([1], at(0))));

    const changes = changedPacks({ packs }, segments);

    expect(changes.map(({ pack: of, segments: some }) => [of?.key, some.length])).toEqual([
      ['pack 20', 2],
      ['pack 10', 3],
    ]);
  });

  it('get the newer text of each conversation, and lose those of tombstones', () => {
    const [older, newer] = [versionOf([1], at(0)), versionOf([2], at(0))];
    const before = [aText(1, newer), aText(2, older), aText(3, older)];
    const written = [aText(1, older), aText(2, newer), aText(4, older)];
    const segments = [aSegment(1, older), aSegment(2, newer), aSegment(3, newer, true), aSegment(4, older)];

    const merged = mergedTexts(before, segments, written);

    expect(merged.map(({ conversationId, version }) => [conversationId, version])).toEqual([
      [con(1), newer],
      [con(2), newer],
      [con(4), older],
    ]);
  });

  it('are full where they grow at the end, and even elsewhere', () => {
    const seven = Array.from({ length: 7 }, (_, nth) => aText(nth));
    expect(dividedTexts(seven, { isNewest: true, most: 6 }).map(({ length }) => length)).toEqual([6, 1]);
    expect(dividedTexts(seven, { isNewest: false, most: 6 }).map(({ length }) => length)).toEqual([4, 3]);
    expect(dividedTexts([], { isNewest: true, most: 6 })).toEqual([]);
  });

  it('have no more bytes than fit into memory, unless one text has more', () => {
    const sizesOf = (isNewest: boolean, ...sizes: number[]) => packSizes(isNewest, sizes, 'x');

    expect(sizesOf(true, 300, 300, 300, 100)).toEqual([
      [400, 400],
      [400, 200],
    ]);
    expect(sizesOf(false, 300, 300, 300, 300, 100)).toEqual([[400, 400], [400, 400], [200]]);
    expect(sizesOf(true, 100, 2_000, 100)).toEqual([[200], [2_100], [200]]);
  });

  it('are counted in UTF-8, of which a character may take three bytes', () => {
    expect(packSizes(true, [100, 100, 100], '会')).toEqual([[400, 400], [400]]);
  });

  it('are named by the manifest in the order of their conversations', () => {
    const [one, two] = [pack(10, 11), pack(20, 21)];
    const replaced = replacePack({ packs: [one, two] }, one, [pack(15), pack(10)]);

    expect(replaced.packs.map(({ key }) => key)).toEqual(['pack 10', 'pack 15', 'pack 20']);
  });
});

describe('a window', () => {
  const manifest = { packs: Array.from({ length: 10 }, (_, nth) => packWith(`pack ${nth}`, [aText(nth * 100 + 100)])) };
  const none = { after: undefined, before: undefined };

  it('has the eight newest packs, then those before', () => {
    const first = windowOf({ manifest, segments: [] }, {}, none);
    expect([first.packs.map(({ key }) => key), first.from]).toEqual([
      ['pack 9', 'pack 8', 'pack 7', 'pack 6', 'pack 5', 'pack 4', 'pack 3', 'pack 2'],
      con(300),
    ]);

    const second = windowOf({ manifest, segments: [] }, { before: con(300) }, none);
    expect([second.packs.map(({ key }) => key), second.from]).toEqual([['pack 1', 'pack 0'], undefined]);
  });

  it('passes over packs of other times', () => {
    const { packs, from } = windowOf({ manifest, segments: [] }, {}, { after: at(150_000), before: at(350_000) });

    expect([packs.map(({ key }) => key), from]).toEqual([['pack 2', 'pack 1'], undefined]);
  });

  it('ends where there are too many segments', () => {
    const segments = newestSegments(
      Array.from({ length: 700 }, (_, nth) => aSegment(nth + 550, versionOf([1], at(0)))),
    );

    const window = windowOf({ manifest, segments }, {}, none);

    expect([window.segments.length, window.from, window.packs.at(-1)?.key]).toEqual([600, con(650), 'pack 5']);
    const next = windowOf({ manifest, segments }, { before: con(650) }, none);
    expect([next.segments.length, next.packs[0]?.key, next.from]).toEqual([100, 'pack 5', undefined]);
  });

  it('has positions that are read as they were written, and no others', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(999)), fc.option(fc.tuple(fc.nat(999), fc.double({ noNaN: true }))), (to, last) => {
        const position = {
          ...(to !== null && { before: con(to) }),
          ...(last !== null &&
            Number.isFinite(last[1]) && { after: { conversationId: con(last[0]), score: last[1] + 0 } }),
        };
        expect(positionIn(writtenPosition(position))).toEqual(position);
      }),
    );
    for (const text of ['', '{}', '["con_1"]', '[null,"con_1",1]', 'null', '[5]', '[null,null,null,4]'])
      expect([text, positionIn(text)]).toEqual([text, undefined]);
  });
});

describe('the rank', () => {
  const found = (...of: readonly (readonly [number, number])[]) =>
    new Map(of.map(([nth, tf]) => [con(nth), tf] as const));

  it('is that of all texts together: a file of few texts ranks its own no lower', () => {
    const matches = [
      { texts: 300, counts: [3], frequencies: [found([1, 1.5])], pairs: [] },
      { texts: 1, counts: [1], frequencies: [found([2, 2])], pairs: [] },
    ];

    const ranked = rankedTexts(matches, weightsOf(matches, 1), [false]);

    expect(ranked.map(({ conversationId }) => conversationId)).toEqual([con(2), con(1)]);
  });

  it('leaves out texts without a required term, and those that have little of what is looked for', () => {
    const matches = [
      { texts: 100, counts: [2, 90, 0], frequencies: [found([1, 1]), found([1, 1], [2, 1]), found()], pairs: [] },
    ];
    const weights = weightsOf(matches, 3);

    expect(rankedTexts(matches, weights, [false, false, false]).map(({ conversationId }) => conversationId)).toEqual([
      con(1),
    ]);
    expect(rankedTexts(matches, weights, [false, false, true])).toEqual([]);
  });

  it('is higher where two terms are near each other', () => {
    const frequencies = [found([1, 1], [2, 1]), found([1, 1], [2, 1])];
    const pairs = [{ terms: [0, 1] as const, texts: new Set([con(1)]) }];
    const matches = [{ texts: 100, counts: [2, 2], frequencies, pairs }];

    const ranked = rankedTexts(matches, weightsOf(matches, 2), [false, false]);

    expect(ranked.map(({ conversationId }) => conversationId)).toEqual([con(1), con(2)]);
  });

  it('orders any two hits in one way, and no hit before itself', () => {
    const hit = fc.record({ nth: fc.nat(3), score: fc.nat(2) });
    fc.assert(
      fc.property(hit, hit, (one, other) => {
        const [a, b] = [one, other].map(({ nth, score }) => ({ conversationId: con(nth), score })) as [never, never];
        expect(Math.sign(byScore(a, b)) + Math.sign(byScore(b, a))).toBe(0);
        expect(byScore(a, a)).toBe(0);
      }),
    );
  });
});

describe('the night in which segments are merged', () => {
  it('is the next one, between 01:00 and 05:00 UTC, at a time of the workspace', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.nat(999), (time, nth) => {
        const workspace = `wks_${String(nth).padStart(26, '0')}` as never;
        const due = mergeAt(workspace, at(time));
        expect(due > time && due - time <= 86_400_000).toBe(true);
        const hours = (due % 86_400_000) / 3_600_000;
        expect(hours >= 1 && hours < 5).toBe(true);
      }),
    );
  });
});
