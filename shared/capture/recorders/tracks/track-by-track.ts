import { joinTracks } from '#shared/capture/recorders/transcripts/join-tracks';
import type { Clock } from '#shared/foundation/core/clock';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { Transcriber, Transcription, TranscriptionJob } from '#shared/meetings/recorders/ports';
import { type HeardTrack, keptTracks } from './kept-tracks.ts';

interface Tools {
  readonly files: Pick<FileStorage, 'get' | 'put' | 'removeSome'>;
  readonly clock: Clock;
}

/**
 * A transcriber that hears the tracks of a file one after the other, one a call, and joins them by time. What was heard in
 * a track is kept beside the audio, so that a repeated call goes on behind it. The first track that fails ends all. Any
 * other job is that of the transcriber behind it.
 */
export function trackByTrack(transcriber: Transcriber, tools: Tools): Transcriber {
  return {
    start: async (job) => (isOfTracks(job) ? hearTracks(transcriber, tools, job) : transcriber.start(job)),
    check: async (job) => (isOfTracks(job) ? hearTracks(transcriber, tools, job) : transcriber.check(job)),
    async deleteData(job) {
      if (isOfTracks(job)) await keptTracks(tools.files, job.audioKey).remove();
      await transcriber.deleteData(job);
    },
  };
}

type TracksJob = TranscriptionJob & { readonly tracks: number };

const isOfTracks = (job: TranscriptionJob): job is TracksJob => job.tracks !== undefined;

async function hearTracks(
  transcriber: Transcriber,
  { files, clock }: Tools,
  { tracks, ...job }: TracksJob,
): Promise<Transcription> {
  const kept = keptTracks(files, job.audioKey);
  const before = await kept.all();
  if (before.length >= tracks) return joined(before);
  const track = before.length + 1;
  const result = await transcriber.check({ ...job, track });
  if (result.status !== 'done') return { ...result, heardSeconds: secondsOf(before) + (result.heardSeconds ?? 0) };
  const { transcript, heardSeconds = 0, unheardSeconds = 0 } = result;
  const now = { transcript, heardSeconds, unheardSeconds };
  await kept.save(track, now);
  const heard = [...before, now];
  if (track === tracks) return joined(heard);
  return { status: 'running', lookAgainAt: clock.now(), heardSeconds: secondsOf(heard) };
}

const joined = (heard: readonly HeardTrack[]): Transcription => ({
  status: 'done',
  transcript: joinTracks(heard.map(({ transcript }) => transcript)),
  heardSeconds: secondsOf(heard),
  unheardSeconds: heard.reduce((sum, { unheardSeconds }) => sum + unheardSeconds, 0),
});

const secondsOf = (heard: readonly HeardTrack[]): number =>
  heard.reduce((sum, { heardSeconds }) => sum + heardSeconds, 0);
