import type { ConversationId, ExportId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import type { TextOptions } from './passages.ts';

/** Formats of subtitles, which a style guide decides. */
export const CUE_FORMATS = ['srt', 'vtt', 'ttml', 'stl', 'avid', 'premiere', 'fcp'] as const;
/** Formats that are written from the text of conversations. */
export const TEXT_FORMATS = [
  'txt',
  'md',
  'html',
  'json',
  'csv',
  'xlsx',
  'docx',
  'pdf',
  ...CUE_FORMATS,
  'maxqda',
] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
/** Formats of recordings: nothing is written, the link leads to the recording. */
export const RECORDING_FORMATS = ['mp3', 'mp4'] as const;
export type RecordingFormat = (typeof RECORDING_FORMATS)[number];
export const EXPORT_FORMATS = [...TEXT_FORMATS, ...RECORDING_FORMATS] as const;
export type ExportedFormat = (typeof EXPORT_FORMATS)[number];

/** What the name of a file ends in, after a dot. No two formats share one: files of one text lie in one folder. */
export const EXTENSIONS: Readonly<Record<ExportedFormat, string>> = {
  ...{ txt: 'txt', md: 'md', html: 'html', json: 'json', csv: 'csv', xlsx: 'xlsx', docx: 'docx', pdf: 'pdf' },
  ...{ srt: 'srt', vtt: 'vtt', ttml: 'ttml', stl: 'stl', avid: 'avid.txt', premiere: 'xml', fcp: 'fcpxml' },
  ...{ maxqda: 'maxqda.txt', mp3: 'mp3', mp4: 'mp4' },
};

export const MOST_CONVERSATIONS = 100;
/** Of audio, in all conversations of an export; `mostWritten` bounds the text. */
export const MOST_AUDIO_SECONDS = (20 * HOUR_MS) / SECOND_MS;
/** PDF exports of a workspace that wait for a limit at a time. */
export const MOST_WAITING = 100;
/** How long a file can be downloaded. */
const READY_FOR_MS = DAY_MS;
/** How long an export waits for a limit. Its job is kept for a week, in which its file is written, and deleted a day later. */
const LONGEST_WAIT_MS = 5 * DAY_MS;

export const EXPORT_FAILURES = [
  'conversation_deleted',
  'unsupported_characters',
  'media_too_long',
  'text_too_long',
  'recording_unavailable',
  'waited_too_long',
  'export_failed',
] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** The file of an export in the storage. */
export interface ExportFile {
  readonly key: string;
  /** With its extension. */
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

interface Requested {
  readonly id: ExportId;
  readonly workspaceId: WorkspaceId;
  /** Each once, in the order of the request. */
  readonly conversationIds: readonly ConversationId[];
  readonly format: ExportedFormat;
  readonly options: TextOptions;
  /** Of subtitles; `default` for the workspace's own when they are written, `none` where a request wants none. */
  readonly style: SubtitleStyle | 'default' | 'none';
  /** Without an extension; null where the conversations name the file. */
  readonly fileStem: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Conversations as files. `expired` still names its file until that is deleted. */
export type Export = Requested &
  (
    | { readonly state: 'pending' | 'processing' }
    | { readonly state: 'ready' | 'expired'; readonly file: ExportFile; readonly expiresAt: Instant }
    | { readonly state: 'failed'; readonly failureReason: ExportFailure }
  );

export type ReadyExport = Extract<Export, { readonly state: 'ready' | 'expired' }>;

/** What the job of an export has. */
export interface ExportJob {
  readonly workspaceId: WorkspaceId;
  readonly exportId: ExportId;
}

export const EXPORT_EVENTS = ['export.ready', 'export.failed'] as const;
export type ExportEventType = (typeof EXPORT_EVENTS)[number];

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<ExportEventType, { readonly export: Export }> {}
  interface JobTypes {
    /** Conversations are to be written as files. */
    'job.export': { readonly content: ExportJob };
  }
}

export type NewExport = Pick<
  Requested,
  'workspaceId' | 'conversationIds' | 'format' | 'options' | 'style' | 'fileStem'
>;

export const createExport = (asked: NewExport, id: ExportId, now: Instant): Export => ({
  ...asked,
  id,
  state: 'pending',
  createdAt: now,
  updatedAt: now,
});

export const beginExport = (one: Export, now: Instant): Export => ({
  ...requestedOf(one),
  state: 'processing',
  updatedAt: now,
});

export const endExport = (one: Export, file: ExportFile, now: Instant): ReadyExport => ({
  ...requestedOf(one),
  state: 'ready',
  file,
  expiresAt: later(now, READY_FOR_MS),
  updatedAt: now,
});

export const failExport = (one: Export, failureReason: ExportFailure, now: Instant): Export => ({
  ...requestedOf(one),
  state: 'failed',
  failureReason,
  updatedAt: now,
});

/** Ends a ready export, at its time or before it. */
export const expireExport = (one: ReadyExport, now: Instant): Export => ({
  ...one,
  state: 'expired',
  expiresAt: one.expiresAt < now ? one.expiresAt : now,
  updatedAt: now,
});

/** Until when an export waits for a limit. */
export const waitsUntil = ({ createdAt }: Pick<Requested, 'createdAt'>): Instant => later(createdAt, LONGEST_WAIT_MS);

/** The state as a read shows it: a file is over at its time, whether or not it is deleted already. */
export const stateAt = (one: Export, now: Instant): Export['state'] =>
  one.state === 'ready' && one.expiresAt <= now ? 'expired' : one.state;

/** Whether a worker has still to write it. */
export const isUnwritten = ({ state }: Export): boolean => state === 'pending' || state === 'processing';

/** Where the file of an export lies that is written: beneath its workspace, so that a purge deletes it. */
export const exportKey = ({ workspaceId, id }: Pick<Requested, 'workspaceId' | 'id'>): string =>
  `${workspaceId}/exports/${id}`;

/** Bytes of its own file: an export of a recording leads to the recording's. */
export const fileBytesOf = (one: Export): number =>
  'file' in one && one.file.key === exportKey(one) ? one.file.sizeBytes : 0;

const requestedOf = (one: Export): Requested => ({
  id: one.id,
  workspaceId: one.workspaceId,
  conversationIds: one.conversationIds,
  format: one.format,
  options: one.options,
  style: one.style,
  fileStem: one.fileStem,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});
