import fc from 'fast-check';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import { describe, expect, it } from '#test/support/jest';

const parsed = (...lines: string[]): Transcript => {
  const result = parseWebVtt(['WEBVTT', '', ...lines].join('\n'));
  if (!result) throw new Error('not WebVTT');
  return result.transcript;
};
const texts = (transcript: Transcript) => transcript.segments.map((segment) => segment.text);

describe('reading a WebVTT text', () => {
  it('makes a speaker of each voice in order of first speech, and a segment of each cue', () => {
    const { speakers, segments } = parsed(
      '00:00:01.080 --> 00:00:02.000',
      '<v Ada>Hello</v>',
      '',
      '00:00:02.500 --> 00:00:03.000',
      '<v Ben>Hi',
      '',
      '00:00:03.000 --> 00:00:04.000',
      '<v.loud Ada>Shall we?',
    );

    expect(speakers).toEqual([
      { id: 'spk_1', name: 'Ada' },
      { id: 'spk_2', name: 'Ben' },
    ]);
    expect(segments.map(({ id, speakerId, start, text }) => [id, speakerId, start, text])).toEqual([
      ['seg_1', 'spk_1', 1.08, 'Hello'],
      ['seg_2', 'spk_2', 2.5, 'Hi'],
      ['seg_3', 'spk_1', 3, 'Shall we?'],
    ]);
  });

  it('takes words from the time stamps inside a cue, each ending where the next stamp is', () => {
    const [segment] = parsed(
      '00:01.000 --> 00:03.000',
      '<v Ada><00:01.000>Good <00:01.400>day.<00:02.000> <00:02.250>So?</v>',
    ).segments;

    expect(segment?.text).toBe('Good day. So?');
    expect(segment?.words).toEqual([
      { text: 'Good', start: 1, end: 1.4, confidence: null },
      { text: 'day.', start: 1.4, end: 2, confidence: null },
      { text: 'So?', start: 2.25, end: 3, confidence: null },
    ]);
  });

  it('gives words that share a stamp the bounds they share', () => {
    const [segment] = parsed('00:01.000 --> 00:03.000', '<00:01.000>Good <i>day</i> <00:02.000>all').segments;

    expect(segment?.words.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Good', 1, 2],
      ['day', 1, 2],
      ['all', 2, 3],
    ]);
  });

  it('has no words where a part of the cue carries no time', () => {
    expect(parsed('00:01.000 --> 00:03.000', 'Good <00:02.000>day').segments[0]?.words).toEqual([]);
  });

  it('passes over stamps that go back in time or leave the cue', () => {
    const [segment] = parsed('00:01.000 --> 00:03.000', '<00:02.000>Good <00:01.500>day <00:09.000>all').segments;

    expect(segment?.words.map(({ start, end }) => [start, end])).toEqual([
      [2, 3],
      [2, 3],
      [2, 3],
    ]);
  });

  it('tells two voices in one cue apart by their words', () => {
    const { segments } = parsed(
      '00:01.000 --> 00:03.000',
      '<v Ada><00:01.000>Well?<00:01.500></v> <v Ben><00:02.000>Yes.</v>',
    );

    expect(segments.map(({ speakerId, start, end, text }) => [speakerId, start, end, text])).toEqual([
      ['spk_1', 1, 1.5, 'Well?'],
      ['spk_2', 2, 3, 'Yes.'],
    ]);
  });

  it('never guesses a speaker', () => {
    const { speakers, segments } = parsed('00:01.000 --> 00:02.000', 'Ada: hello');

    expect(speakers).toEqual([]);
    expect(segments[0]).toMatchObject({ speakerId: null, text: 'Ada: hello' });
  });

  it('joins the lines of a cue, reads character references and drops decoration', () => {
    expect(
      texts(
        parsed('1', '00:01.000 --> 00:02.000 align:start position:10%', '<b>R&amp;D</b> says', '1 &lt; 2&#33; &what;'),
      ),
    ).toEqual(['R&D says 1 < 2! &what;']);
  });

  it('leaves out notes, styles, regions and empty cues', () => {
    expect(
      texts(
        parsed(
          'NOTE a remark\n00:09.000 --> 00:10.000',
          '',
          'STYLE\n::cue { color: red }',
          '',
          'REGION\nid:fred',
          '',
          '00:01.000 --> 00:02.000',
          '',
          '00:02.000 --> 00:03.000\nHello',
        ),
      ),
    ).toEqual(['Hello']);
  });

  it('counts malformed cues and reads the others', () => {
    const text = [
      'WEBVTT',
      '00:00:61.000 --> 00:02.000\nno such second',
      '00:05.000 --> 00:02.000\nends before it starts',
      '--> 00:02.000\nno start',
      '00:03.000 --> 00:04.000\nsound',
    ].join('\n\n');

    const result = parseWebVtt(text);

    expect(result?.malformedCues).toBe(3);
    expect(result && texts(result.transcript)).toEqual(['sound']);
  });

  it('puts cues in order of their start', () => {
    expect(texts(parsed('00:05.000 --> 00:06.000\nlater', '', '00:01.000 --> 00:02.000\nsooner'))).toEqual([
      'sooner',
      'later',
    ]);
  });

  it.each([
    ['a byte order mark and Windows line ends', '\ufeffWEBVTT - call\r\n\r\n00:01.000 --> 00:02.000\r\nHello\r\n'],
    ['old line ends', 'WEBVTT\r\r00:01.000 --> 00:02.000\rHello'],
    ['a cue right below the header', 'WEBVTT\n00:01.000 --> 00:02.000\nHello'],
    ['a blank line forgotten between cues', 'WEBVTT\n\n00:00.000 --> 00:01.000\n00:01.000 --> 00:02.000\nHello'],
    ['an unclosed tag', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello <v Ada'],
    ['decimal commas', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHello'],
  ])('reads %s', (_what, text) => {
    const result = parseWebVtt(text);

    expect(result && texts(result.transcript)).toEqual(['Hello']);
  });

  it('takes the language from the header, and leaves it open without one', () => {
    expect(parseWebVtt('WEBVTT\nKind: captions\nLanguage: pt-BR\n')?.transcript.language).toBe('pt-BR');
    expect(parseWebVtt('WEBVTT\n')?.transcript.language).toBeNull();
  });

  it.each(['', 'WEBVTTX', '1\n00:00:01,000 --> 00:00:02,000\nSubRip', '{"segments":[]}'])(
    'says of %j that it is not WebVTT',
    (text) => {
      expect(parseWebVtt(text)).toBeUndefined();
    },
  );

  it('reads lines of four kilobytes whole', () => {
    const line = 'word '.repeat(820).trim();

    expect(texts(parsed('00:01.000 --> 00:02.000', line))).toEqual([line]);
  });

  it('never throws, and keeps every word inside its segment, whatever the text', () => {
    const shard = fc.constantFrom(
      '\n',
      '\n\n',
      '00:01.000',
      ' --> ',
      '00:09.000',
      '<v Ada>',
      '</v>',
      '<00:02.000>',
      '<',
      '&amp;',
      'Hi ',
      '\r',
      '\0',
      'NOTE',
    );
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(shard, fc.string())).map((shards) => shards.join('')),
    );

    fc.assert(
      fc.property(anyText, (text) => {
        for (const { start, end, words } of parseWebVtt(`WEBVTT\n${text}`)?.transcript.segments ?? []) {
          expect(start).toBeLessThanOrEqual(end);
          expect(words.every((word) => start <= word.start && word.start <= word.end && word.end <= end)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['blank lines', '\n'],
    ['open tags', '<v '],
    ['stamps', '<00:01.500>'],
    ['ampersands', '&#1'],
    ['arrows', '-->\n'],
    ['words', '<00:01.500>a b '],
    ['spaces', ' '],
  ])('reads a megabyte of %s without trouble', (_what, shard) => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n${shard.repeat(Math.ceil(1e6 / shard.length))}`;

    expect(parseWebVtt(text)?.transcript.segments[0]?.text).toMatch(/^Hi/);
  });
});
