import type { Recorder } from '#shared/recorders/ports/recorder';
import type { Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports/transcriber';
import { parseWebVtt } from '#shared/results/rules/webvtt';

/**
 * Takes the transcript that the recorder made along the way: nothing is recognised a second time, so the language of
 * the job only says what the transcript leaves open. An outage of the recorder is thrown on.
 */
export function recorderTranscriber({ recorder }: { readonly recorder: Pick<Recorder, 'transcript'> }): Transcriber {
  const take = async ({ botId, language }: TranscriptionJob): Promise<Transcription> => {
    const text = await recorder.transcript(botId);
    if (text === undefined) return failed('The recorder made no transcript.');
    const parsed = parseWebVtt(text);
    if (!parsed) return failed('What the recorder made is not WebVTT.');
    const { transcript, malformedCues } = parsed;
    // Nothing legible is not the same as nothing said.
    if (malformedCues > 0 && transcript.segments.length === 0) return failed('No cue of the transcript can be read.');
    return { status: 'done', transcript: { ...transcript, language: transcript.language ?? named(language) } };
  };
  return { start: take, check: take };
}

const failed = (detail: string): Transcription => ({ status: 'failed', detail });

const named = (language: string): string | null => (language === 'auto' || language === 'multi' ? null : language);
