import { readFile, stat } from 'node:fs/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CliError } from '#bin/cli/cli-error';
import { type AwsEndpoint, emulatorConfig, withClient } from '#bin/stack/emulator-config';
import { OWN_TALK_KEY } from '#shared/recorders/simulator/own-talk';
import { plainWav } from '#shared/recorders/simulator/wav-file';

const MIB = 1024 * 1024;
/** Functions hold it in memory. Almost two hours of 16 kHz and 16 bits. */
const LARGEST_BYTES = 200 * MIB;

/** The sound for `abc-talk-def`. Throws `CliError` for a file that is not there, too large, or no WAV of PCM. */
export async function readTalkRecording(file: string): Promise<Uint8Array> {
  const size = (await stat(file).catch(() => undefined))?.size;
  if (size === undefined) throw new CliError(`--talk: there is no file ${file}`);
  if (size > LARGEST_BYTES) throw new CliError(`--talk: ${file} has more than ${LARGEST_BYTES / MIB} MiB`);
  const wav = plainWav(await readFile(file));
  if (!wav)
    throw new CliError(`--talk: ${file} is no WAV file of PCM; ffmpeg -i ${file} -ar 16000 -ac 1 talk.wav makes one`);
  return wav;
}

/** Gives the simulator the sound for `abc-talk-def`. */
export const storeTalkRecording = (aws: AwsEndpoint, Bucket: string, Body: Uint8Array): Promise<void> =>
  withClient(new S3Client({ ...emulatorConfig(aws), forcePathStyle: true }), async (s3) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: OWN_TALK_KEY, Body, ContentType: 'audio/wav' }));
  });
