import type { Transcriber, Transcription, TranscriptionJob } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';

/**
 * Uses the transcript that the recorder made during the call. The language of the job applies only if the transcript
 * names none. Throws when the recorder is unreachable.
 */
export function recorderTranscriber({ recorders }: { readonly recorders: Pick<Recorders, 'named'> }): Transcriber {
  const take = async ({ madeBy, language }: TranscriptionJob): Promise<Transcription> => {
    const recorder = madeBy && (await recorders.named(madeBy.recorder));
    const made = recorder && (await recorder.transcript(madeBy));
    if (!made) return { status: 'failed', detail: 'The recorder made no transcript.' };
    if (made.status !== 'done') return made;
    return {
      status: 'done',
      transcript: { ...made.transcript, language: made.transcript.language ?? named(language) },
    };
  };
  // Its transcript is deleted with the recording.
  return { start: take, check: take, deleteData: async () => undefined };
}

const named = (language: string): string | null => (language === 'auto' || language === 'multi' ? null : language);
