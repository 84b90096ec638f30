import type { Recorder, Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports';

/**
 * Uses the transcript that the recorder made during the call. The language of the job applies only if the transcript
 * names none. Throws when the recorder is unreachable.
 */
export function recorderTranscriber({ recorder }: { readonly recorder: Pick<Recorder, 'transcript'> }): Transcriber {
  const take = async ({ botId, externalId, language }: TranscriptionJob): Promise<Transcription> => {
    const made = externalId === null ? undefined : await recorder.transcript({ botId, externalId });
    if (!made) return { status: 'failed', detail: 'The recorder made no transcript.' };
    if (made.status !== 'done') return made;
    return {
      status: 'done',
      transcript: { ...made.transcript, language: made.transcript.language ?? named(language) },
    };
  };
  return { start: take, check: take };
}

const named = (language: string): string | null => (language === 'auto' || language === 'multi' ? null : language);
