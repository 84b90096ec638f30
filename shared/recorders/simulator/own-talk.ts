import type { FileStorage } from '#shared/files/ports';
import type { RecordedMeeting, RecordedMeetings } from './recorded-meeting.ts';
import { WAV_HEADER_BYTES, wavBytesPerSecond } from './wav-file.ts';

/** Where a local stack keeps the sound that it was started with for `abc-talk-def`. */
export const OWN_TALK_KEY = 'simulator/talk.wav';

/** The meetings, of which `talk` is the sound that the stack was started with, if any. That is read once. */
export function withOwnTalk(meetings: RecordedMeetings, files: Pick<FileStorage, 'get'>): RecordedMeetings {
  let own: RecordedMeeting | undefined;
  return async (kind) => {
    if (kind === 'talk') own ??= await ownTalk(files);
    return kind === 'talk' && own ? own : meetings(kind);
  };
}

async function ownTalk(files: Pick<FileStorage, 'get'>): Promise<RecordedMeeting | undefined> {
  const stored = await files.get(OWN_TALK_KEY);
  if (!stored) return undefined;
  const bytes = new Uint8Array(stored);
  const file = { name: 'audio.wav', kind: 'audio', contentType: 'audio/wav', sizeBytes: bytes.length, bytes } as const;
  const seconds = (bytes.length - WAV_HEADER_BYTES) / wavBytesPerSecond(bytes);
  return { durationSeconds: Math.round(seconds * 1000) / 1000, script: 'WEBVTT\n', files: [file] };
}
