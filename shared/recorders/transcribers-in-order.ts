import type { Transcriber, Transcription, TranscriptionJob } from '#shared/recorders/ports';

/**
 * Asks one transcriber after the other until one does not fail, for example the recorder's own transcript before speech
 * recognition. While one is at work or out of order the next is not asked.
 */
export function transcribersInOrder(first: Transcriber, ...others: readonly Transcriber[]): Transcriber {
  const take =
    (call: 'start' | 'check') =>
    async (job: TranscriptionJob): Promise<Transcription> => {
      let result = await first[call](job);
      for (const transcriber of others) {
        if (result.status !== 'failed') return result;
        result = await transcriber[call](job);
      }
      return result;
    };
  return { start: take('start'), check: take('check') };
}
