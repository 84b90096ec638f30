import * as v from 'valibot';
import { AttendeeTranscript } from '#shared/capture/recorders/attendee/attendee-schemas';
import { readAttendeeTranscript } from '#shared/capture/recorders/attendee/attendee-transcript';
import { describe, expect, it } from '#test/support/jest';
import { NOON } from './an-attendee-bot.ts';

const utterance = (speaker: string, atMs: number, transcription: object) => ({
  speaker_name: speaker,
  speaker_uuid: `uuid-${speaker}`,
  speaker_user_uuid: null,
  speaker_is_host: false,
  timestamp_ms: NOON + atMs,
  duration_ms: 1500,
  transcription,
});

const read = (...utterances: object[]) => readAttendeeTranscript(v.parse(AttendeeTranscript, utterances), NOON);

describe('a transcript of Attendee', () => {
  it('has times from the start of the recording, and words within it', () => {
    const words = [
      { word: 'hello', punctuated_word: 'Hello,', start: 0.08, end: 0.4, confidence: 0.98, speaker: 0 },
      { word: 'all', start: 0.5, end: null },
      { word: '2016', start: null, end: null },
    ];

    expect(read(utterance('Ada', 2000, { transcript: 'Hello, all 2016', words, language: 'en' }))).toEqual({
      language: 'en',
      speakers: [{ id: 'spk_1', name: 'Ada' }],
      segments: [
        {
          id: 'seg_1',
          speakerId: 'spk_1',
          start: 2,
          end: 3.5,
          text: 'Hello, all 2016',
          confidence: null,
          words: [
            { text: 'Hello,', start: 2.08, end: 2.4, confidence: 0.98 },
            { text: 'all', start: 2.5, end: 2.5, confidence: null },
            { text: '2016', start: 2.5, end: 3.5, confidence: null },
          ],
        },
      ],
    });
  });

  it('tells speakers apart, and puts captions from before the recording at its start', () => {
    const { speakers, segments, language } = read(
      utterance('Ada', 5000, { transcript: 'Second' }),
      utterance('Bob', -700, { transcript: 'First' }),
    );

    expect({ speakers, language, segments: segments.map(({ text, start, end }) => [text, start, end]) }).toEqual({
      language: null,
      speakers: [
        { id: 'spk_1', name: 'Bob' },
        { id: 'spk_2', name: 'Ada' },
      ],
      segments: [
        ['First', 0, 0.8],
        ['Second', 5, 6.5],
      ],
    });
  });
});
