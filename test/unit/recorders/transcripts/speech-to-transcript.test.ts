import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import { describe, expect, it } from '#test/support/jest';

const aSpeech = (over: Partial<Speech> = {}): Speech => ({
  speakerKey: '1',
  speakerName: 'Ada',
  text: 'Hello.',
  confidence: null,
  start: 1,
  end: 2,
  words: [],
  ...over,
});

describe('a transcript of what a recorder heard', () => {
  it('is in the order of time, with speakers in the order in which they first speak', () => {
    const transcript = transcriptOf('en', [
      aSpeech({ start: 5, end: 6, text: 'Second.' }),
      aSpeech({ speakerKey: '2', speakerName: 'Ben', text: 'First.' }),
      aSpeech({ start: 9, end: 10, text: 'Third.' }),
    ]);

    expect(transcript.speakers).toEqual([
      { id: 'spk_1', name: 'Ben' },
      { id: 'spk_2', name: 'Ada' },
    ]);
    expect(transcript.segments.map(({ id, speakerId, text }) => [id, speakerId, text])).toEqual([
      ['seg_1', 'spk_1', 'First.'],
      ['seg_2', 'spk_2', 'Second.'],
      ['seg_3', 'spk_2', 'Third.'],
    ]);
  });

  it('tells two speakers of one name apart', () => {
    const { speakers } = transcriptOf(null, [aSpeech(), aSpeech({ speakerKey: '2', start: 3 })]);

    expect(speakers).toEqual([
      { id: 'spk_1', name: 'Ada' },
      { id: 'spk_2', name: 'Ada' },
    ]);
  });

  it('has no speaker where the recorder names none, and no segment without text', () => {
    const { speakers, segments } = transcriptOf(null, [aSpeech({ speakerKey: null }), aSpeech({ text: ' ' })]);

    expect(speakers).toEqual([]);
    expect(segments).toMatchObject([{ id: 'seg_1', speakerId: null }]);
  });

  it('never has a segment that ends before it starts', () => {
    expect(transcriptOf(null, [aSpeech({ start: 3, end: 2 })]).segments).toMatchObject([{ start: 3, end: 3 }]);
  });
});

describe('words as a text', () => {
  it.each([
    [['Hello', ' world.', ''], 'Hello world.'],
    [['今日', 'は', '良い'], '今日は良い'],
    [['我们', 'use', 'AWS', '。'], '我们 use AWS 。'],
    [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    [['𠮷', '野'], '𠮷野'],
    [[], ''],
  ])('are joined as their script is written: %j', (words, text) => {
    expect(joinWords(words)).toBe(text);
  });
});
