import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { RecordedFile } from '#shared/meetings/recorders/rules/observation';
import { mp4UpTo, wavUpTo } from './cut-media.ts';

/** A recorded meeting for the simulator to play. */
export interface RecordedMeeting {
  readonly durationSeconds: number;
  /** WebVTT with voice spans and word times. */
  readonly script: string;
  readonly files: readonly RecordedMedia[];
}

export interface RecordedMedia extends RecordedFile {
  readonly sizeBytes: number;
  readonly bytes: Uint8Array;
  /** The file as it is where the recording ended after so many seconds. */
  upTo(seconds: number): Uint8Array;
}

/** One meeting with speech, one without, and one whose speech has to be recognized. */
export type MeetingKind = 'spoken' | 'silent' | 'talk';
export type RecordedMeetings = (kind: MeetingKind) => Promise<RecordedMeeting>;

const FOLDERS: Readonly<Record<MeetingKind, string>> = {
  spoken: 'beta-launch',
  silent: 'silence',
  talk: 'beta-launch',
};

/** What `make-meetings.ts` writes beside the media. */
export const Manifest = v.object({
  title: v.string(),
  duration_seconds: v.number(),
  language: v.string(),
  voices: v.array(v.object({ name: v.string(), voice: v.string() })),
  made_by: v.string(),
  licence: v.string(),
  script: v.string(),
  files: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['audio', 'video']),
      content_type: v.picklist(['audio/wav', 'video/mp4']),
      size_bytes: v.number(),
    }),
  ),
});

/** The meetings of `assets/simulator`; about two megabytes, read once each. */
export function meetingsInFolder(assets: string): RecordedMeetings {
  const read = new Map<MeetingKind, Promise<RecordedMeeting>>();
  return (kind) => {
    const known = read.get(kind) ?? meetingIn(join(assets, FOLDERS[kind]));
    read.set(kind, known);
    return known;
  };
}

async function meetingIn(folder: string): Promise<RecordedMeeting> {
  const manifest = v.parse(Manifest, JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const files = manifest.files.map(async ({ name, kind, content_type: contentType, size_bytes: sizeBytes }) => {
    const bytes = new Uint8Array(await readFile(join(folder, name)));
    const upTo = (seconds: number) => (kind === 'audio' ? wavUpTo(seconds, bytes) : mp4UpTo(seconds, bytes));
    return { name, kind, contentType, sizeBytes, bytes, upTo };
  });
  return {
    durationSeconds: manifest.duration_seconds,
    script: await readFile(join(folder, manifest.script), 'utf8'),
    files: await Promise.all(files),
  };
}
