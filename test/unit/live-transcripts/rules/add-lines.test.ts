import fc from 'fast-check';
import type { Instant } from '#shared/foundation/core/time';
import { MOST_SEGMENTS } from '#shared/meetings/live-transcripts/rules/live-feed';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aFeed, aLine } from './a-line.ts';

describe('lines of a call become segments', () => {
  it('with numbers from 1 and ids that grow with the clock', () => {
    const feed = aFeed();

    const [hello] = feed.add(aLine(1, 'Hello.'));
    const [shallWe] = feed.add(aLine(3, 'Shall we?'));

    expect([hello?.number, shallWe?.number]).toEqual([1, 2]);
    expect([hello?.id, shallWe?.id]).toEqual([noon + 1_000, noon + 2_000]);
    expect(feed.state()).toMatchObject({ count: 2, lastId: noon + 2_000 });
  });

  it('with ids that grow within one moment', () => {
    const ids = aFeed()
      .add(aLine(1, 'One'), aLine(2, 'Two'), aLine(3, 'Three'))
      .map(({ id }) => id);

    expect(ids).toEqual([noon + 1_000, noon + 1_001, noon + 1_002]);
  });

  it('with times in seconds of the recording, also where the recorder gives moments', () => {
    const at = (seconds: number) => ({ at: (noon + seconds * 1_000) as Instant });

    const [segment] = aFeed().add(aLine(0, 'Hello.', { start: at(2.5), end: at(4) }));

    expect(segment).toMatchObject({ start: 2.5, end: 4 });
  });

  it('at the start of the recording where a line is from before it, and never with an end before its start', () => {
    const [segment] = aFeed().add(aLine(0, 'Hello.', { start: { seconds: -3 }, end: { seconds: -1 } }));

    expect(segment).toMatchObject({ start: 0, end: 0 });
  });

  it('cut at 2,000 characters, and not at all where there is no text', () => {
    expect(aFeed().add(aLine(1, 'x'.repeat(3_000)), aLine(2, '  '))).toMatchObject([{ text: 'x'.repeat(2_000) }]);
  });
});

describe('a line that is reported again', () => {
  it('changes nothing', () => {
    const feed = aFeed();
    feed.add(aLine(1, 'Hello.'));

    expect(feed.add(aLine(1, 'Hello.'))).toEqual([]);
    expect(feed.state().lastId).toBe(noon + 1_000);
  });

  it('with other words is the same segment with another id', () => {
    const feed = aFeed();
    feed.add(aLine(1, 'Hello.'));

    expect(feed.add(aLine(1, 'Hello, all.'))).toMatchObject([{ number: 1, id: noon + 2_000, text: 'Hello, all.' }]);
  });

  it('with an earlier end is a report that was overtaken', () => {
    const feed = aFeed();
    feed.add(aLine(1, 'Hello, all.', { end: { seconds: 4 } }));

    expect(feed.add(aLine(1, 'Hello', { end: { seconds: 2 } }))).toEqual([]);
  });
});

describe('a partial line', () => {
  const partly = { isFinal: false } as const;

  it('is replaced by its later forms and by the final one', () => {
    const feed = aFeed();

    feed.add(aLine(1, 'Hel', partly));
    feed.add(aLine(1, 'Hello', partly));
    feed.add(aLine(1, 'Hello.'));

    expect(feed.segments()).toMatchObject([{ number: 1, id: noon + 3_000, text: 'Hello.', isFinal: true }]);
  });

  it('is replaced by the next line of the same speaker, whatever its id', () => {
    const feed = aFeed();
    feed.add(aLine(1, 'Hel', partly), aLine(1, 'Yes', { ...partly, id: 'b', speakerKey: 'ben', speakerName: 'Ben' }));

    feed.add(aLine(1, 'Hello.', { id: 'final' }));

    expect(feed.texts()).toEqual(['Hello.', 'Yes']);
  });

  it('changes no final one, and is left out where a final one of the speaker ends later', () => {
    const feed = aFeed();
    feed.add(aLine(1, 'Hello.', { end: { seconds: 5 } }));

    expect(feed.add(aLine(1, 'Hel', partly), aLine(2, 'lo', partly))).toEqual([]);
  });
});

describe('of a long call', () => {
  it('the last 200 segments are kept, and no line from before them comes again', () => {
    const feed = aFeed();
    for (let second = 0; second < 250; second += 1) feed.add(aLine(second, `Line ${second}`));

    expect(feed.segments()).toHaveLength(MOST_SEGMENTS);
    expect(feed.add(aLine(10, 'Line 10'))).toEqual([]);
    expect(feed.texts().at(0)).toBe('Line 50');
    expect(feed.texts().at(-1)).toBe('Line 249');
  });

  it('a recorder that tells all of it each time adds what is new alone', () => {
    const feed = aFeed();
    const said = Array.from({ length: 230 }, (_, second) => aLine(second, `Line ${second}`));

    feed.add(...said.slice(0, 220).slice(-MOST_SEGMENTS));

    expect(feed.add(...said.slice(-MOST_SEGMENTS))).toHaveLength(10);
  });
});

describe('lines in any order, each once or more', () => {
  const lines = Array.from({ length: 12 }, (_, second) => aLine(second, `Line ${second}`));

  it('are each kept once, with ids that grow', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 40 }), (reports) => {
        const feed = aFeed();
        const ids = reports.flatMap((line) => feed.add(line).map(({ id }) => id));

        expect([...feed.texts()].sort()).toEqual([...new Set(reports.map(({ text }) => text))].sort());
        expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
      }),
    );
  });
});
