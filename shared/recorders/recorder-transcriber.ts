import type { Recorder, Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports';
import { parseWebVtt } from '#shared/results/rules/webvtt';

/**
 * Uses the transcript that the recorder made during the call. The language of the job applies only if the transcript
 * names none. Throws when the recorder is unreachable.
 */
export function recorderTranscriber({ recorder }: { readonly recorder: Pick<Recorder, 'transcript'> }): Transcriber {
  const take = async ({ botId, language }: TranscriptionJob): Promise<Transcription> => {
    const text = await recorder.transcript(botId);
    if (text === undefined) return failed('The recorder made no transcript.');
    const parsed = parseWebVtt(text);
    if (!parsed) return failed('The transcript of the recorder is not WebVTT.');
    const { transcript, malformedCues } = parsed;
    // A transcript without a valid cue differs from one of a silent meeting.
    if (malformedCues > 0 && transcript.segments.length === 0) return failed('No cue of the transcript can be read.');
    return { status: 'done', transcript: { ...transcript, language: transcript.language ?? named(language) } };
  };
  return { start: take, check: take };
}

const failed = (detail: string): Transcription => ({ status: 'failed', detail });

const named = (language: string): string | null => (language === 'auto' || language === 'multi' ? null : language);
