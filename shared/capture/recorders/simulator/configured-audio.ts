import * as v from 'valibot';
import type { FileStorage } from '#shared/foundation/files/ports';
import { fragmentsUpTo, wavUpTo } from './cut-media.ts';
import type { RecordedMedia, RecordedMeeting, RecordedMeetings } from './recorded-meeting.ts';

/** Where a local stack keeps the sound that it was started with for `abc-talk-def`. */
const SOUND_KEY = 'simulator/talk';
/** What the sound is. Written after it: a sound without it is none. */
const FACTS_KEY = 'simulator/talk.json';

const Facts = v.variant('format', [
  /** PCM with the chunks `fmt ` and `data` alone. */
  v.object({ format: v.literal('wav'), durationSeconds: v.number() }),
  /** A fragmented MP4, with the first byte of each fragment and its time in seconds. */
  v.object({
    format: v.literal('m4a'),
    durationSeconds: v.number(),
    fragments: v.pipe(v.array(v.pipe(v.tuple([v.number(), v.number()]), v.readonly())), v.readonly()),
  }),
]);

/** A sound that a bot records whole, or up to any second. */
export type OwnTalk = v.InferOutput<typeof Facts> & { readonly bytes: Uint8Array };

/** Gives the simulator the sound for `abc-talk-def`. */
export async function storeConfiguredAudio(
  files: Pick<FileStorage, 'put'>,
  { bytes, ...facts }: OwnTalk,
): Promise<void> {
  await files.put(SOUND_KEY, bytes, TYPES[facts.format].contentType);
  await files.put(FACTS_KEY, Buffer.from(JSON.stringify(facts)), 'application/json');
}

/** The meetings, of which `talk` is the sound that the stack was started with, if any. That is read once. */
export function withConfiguredAudio(meetings: RecordedMeetings, files: Pick<FileStorage, 'get'>): RecordedMeetings {
  let own: RecordedMeeting | undefined;
  return async (kind) => {
    if (kind === 'talk') own ??= await ownTalk(files);
    return kind === 'talk' && own ? own : meetings(kind);
  };
}

const TYPES = {
  wav: { name: 'audio.wav', contentType: 'audio/wav' },
  m4a: { name: 'audio.m4a', contentType: 'audio/mp4' },
} as const;

async function ownTalk(files: Pick<FileStorage, 'get'>): Promise<RecordedMeeting | undefined> {
  const stored = await files.get(FACTS_KEY);
  if (!stored) return undefined;
  const facts = v.parse(Facts, JSON.parse(Buffer.from(stored).toString()));
  const bytes = await files.get(SOUND_KEY);
  if (!bytes) return undefined;
  const upTo = (seconds: number) =>
    facts.format === 'wav' ? wavUpTo(seconds, bytes) : fragmentsUpTo(seconds, bytes, facts.fragments);
  const file: RecordedMedia = { ...TYPES[facts.format], kind: 'audio', sizeBytes: bytes.length, bytes, upTo };
  return { durationSeconds: facts.durationSeconds, script: 'WEBVTT\n', files: [file] };
}
