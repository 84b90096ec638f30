import type { RecordedMedia, RecordedMeeting } from '#shared/capture/recorders/simulator/recorded-meeting';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';

/** How long the measured call lasts, where nothing else is said. */
export const CALL_MINUTES = 60;
/** As people speak; test/benchmarks/cost/order-usage.ts has the same. */
const WORDS_A_MINUTE = 150;
const WORDS_OF_A_TURN = 30;
const SPEAKERS = ['Maya', 'Ross', 'Alan'];
const WORDS = 'we agreed that the launch moves to Tuesday and that Alan writes to the customers today'.split(' ');

/** What a recorder delivers of an hour, in megabytes: sound at 64 kbit/s, and video at 500 kbit/s. An assumption. */
export const MEDIA_MB = { audio: 29, video: 225 } as const;
/** Media are a thousandth as large as they would be, and so are the parts in which they are copied. */
const SMALLER = 1_024;
const KIB = 1_024;
export const PART_SIZES_HERE: PartSizes = { least: 5 * KIB, smallest: 16 * KIB, largest: 64 * KIB };

/** A call in which someone speaks all the time, for the simulator to play. */
export const aCall = (minutes: number): RecordedMeeting => ({
  durationSeconds: minutes * 60,
  script: scriptOf((minutes * WORDS_A_MINUTE) / WORDS_OF_A_TURN),
  files: [
    mediaOf({ name: 'audio.wav', kind: 'audio', contentType: 'audio/wav' }, minutes),
    mediaOf({ name: 'video.mp4', kind: 'video', contentType: 'video/mp4' }, minutes),
  ],
});

function mediaOf(file: Pick<RecordedMedia, 'name' | 'kind' | 'contentType'>, minutes: number): RecordedMedia {
  const sizeBytes = Math.round((MEDIA_MB[file.kind] * 1e6 * (minutes / 60)) / SMALLER);
  const bytes = new Uint8Array(sizeBytes);
  return { ...file, sizeBytes, bytes, upTo: (seconds) => bytes.subarray(0, (sizeBytes * seconds) / (minutes * 60)) };
}

/** WebVTT with voice spans and word times. */
function scriptOf(turns: number): string {
  const secondsOfAWord = 60 / WORDS_A_MINUTE;
  const cues = Array.from({ length: turns }, (_, turn) => {
    const begin = turn * WORDS_OF_A_TURN * secondsOfAWord;
    const words = Array.from({ length: WORDS_OF_A_TURN }, (_word, nth) => {
      const word = WORDS[(turn + nth) % WORDS.length];
      return `<${timeOf(begin + nth * secondsOfAWord)}>${word}${nth === WORDS_OF_A_TURN - 1 ? '.' : ''}`;
    });
    const end = begin + WORDS_OF_A_TURN * secondsOfAWord;
    return `${timeOf(begin)} --> ${timeOf(end)}\n<v ${SPEAKERS[turn % SPEAKERS.length]}>${words.join(' ')}</v>`;
  });
  return `WEBVTT\nLanguage: en\n\n${cues.join('\n\n')}\n`;
}

const timeOf = (seconds: number): string => {
  const text = new Date(Math.round(seconds * 1_000)).toISOString();
  return text.slice(11, 23);
};
