import { type FileHandle, open, stat } from 'node:fs/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { CliError } from '#bin/cli/cli-error';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { type OwnTalk, storeConfiguredAudio } from '#shared/capture/recorders/simulator/configured-audio';
import { plainWav, WAV_HEADER_BYTES, wavBytesPerSecond } from '#shared/capture/recorders/simulator/wav-file';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { fragmentAudio } from '#shared/foundation/media/fragment-audio';
import type { RangedFile } from '#shared/foundation/media/ports';
import { readMedia } from '#shared/foundation/media/read-media';
import { systemClock } from '#shared/foundation/platform/system-clock';

const MIB = 1024 * 1024;
/** Functions hold the sound in memory. Almost two hours of PCM of 16 kHz and 16 bits, four hours of most other sound. */
const LARGEST_BYTES = 200 * MIB;

/**
 * The sound for `abc-talk-def`: PCM as a WAV, other sound copied into an MP4 of its own, without decoding. A video is left
 * out. Throws `CliError` for a file that is not there, has no sound in a known format, or too much of it.
 */
export async function readTalkRecording(file: string): Promise<OwnTalk> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) throw new CliError(`--talk: there is no file ${file}`);
  const handle = await open(file);
  try {
    return await soundOf(file, rangedFile(handle, facts.size));
  } finally {
    await handle.close();
  }
}

/** Gives the simulator the sound for `abc-talk-def`. */
export const storeTalkRecording = (aws: AwsEndpoint, bucket: string, talk: OwnTalk): Promise<void> =>
  withClient(new S3Client({ ...emulatorConfig(aws), forcePathStyle: true }), (s3) =>
    storeConfiguredAudio(s3FileStorage(s3, bucket, systemClock), talk),
  );

async function soundOf(name: string, file: RangedFile): Promise<OwnTalk> {
  const wav = file.sizeBytes <= LARGEST_BYTES ? plainWav(await file.read(0, file.sizeBytes)) : undefined;
  if (wav) return { format: 'wav', bytes: wav, durationSeconds: wavSeconds(wav) };
  const facts = await readMedia(file);
  if (typeof facts === 'string') throw new CliError(`--talk: ${name} ${FAULTS[facts](name)}`);
  const audio = await fragmentAudio(file, LARGEST_BYTES);
  if (audio === 'too large')
    throw new CliError(`--talk: the sound of ${name} has more than ${LARGEST_BYTES / MIB} MiB`);
  if (!audio) throw new CliError(`--talk: ${name} ${FAULTS.unsupported_media(name)}`);
  return { format: 'm4a', ...audio };
}

const wavSeconds = (wav: Uint8Array): number =>
  Math.round(((wav.length - WAV_HEADER_BYTES) / wavBytesPerSecond(wav)) * 1000) / 1000;

const FAULTS = {
  media_too_large: () => 'has more than 2 GiB',
  media_too_long: () => 'has more than four hours',
  no_audio: () => 'has no sound',
  unsupported_media: (name: string) =>
    `has no AAC, MP3, FLAC, Opus or Vorbis that can be read, and is no WAV of PCM of at most ${LARGEST_BYTES / MIB} MiB; ffmpeg -i ${name} -ar 16000 -ac 1 talk.wav makes one`,
} as const;

const rangedFile = (handle: FileHandle, sizeBytes: number): RangedFile => ({
  sizeBytes,
  async read(firstByte, endByte) {
    const bytes = new Uint8Array(endByte - firstByte);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, firstByte);
    return bytes.subarray(0, bytesRead);
  },
});
