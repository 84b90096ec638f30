import type { ConversationId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { FileStorage } from '#shared/foundation/files/ports';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { readTranscript } from '#shared/texts/conversations/commands/read-transcript';
import { type ConversationWithMeeting, lengthOf } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { exportStyle } from '#shared/texts/exports/commands/export-style';
import { inForm, recordingsOf } from '#shared/texts/exports/commands/recording-file';
import { exportedText } from '#shared/texts/exports/exported-text';
import { UnsupportedCharacters } from '#shared/texts/exports/formats/format';
import { FORMATS } from '#shared/texts/exports/formats/formats';
import type { FontSource } from '#shared/texts/exports/formats/pdf/font-source';
import {
  EXTENSIONS,
  type Export,
  type ExportFailure,
  type ExportFile,
  exportKey,
  MOST_AUDIO_SECONDS,
  type RecordingFormat,
  type TextFormat,
} from '#shared/texts/exports/rules/export';
import { stemOfText, uniqueStems } from '#shared/texts/exports/rules/file-name';
import { mostWritten, writtenSize } from '#shared/texts/exports/rules/written-size';
import { zipWriter } from '#shared/texts/exports/zip';

interface Writing {
  readonly table: Table;
  readonly files: FileStorage;
  readonly fonts: FontSource;
  /** Counts a PDF before it is written; when to try again, where that is not now. */
  readonly takePdf: (characters: number) => Promise<Instant | undefined>;
  /** Called after each conversation, since many of them take a while. */
  readonly progress: () => Promise<void>;
}

/** Ends the writing of an export, which then fails with this reason. */
class Unwritable extends Error {
  readonly reason: ExportFailure;

  constructor(reason: ExportFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** An export that may not be written now, since a limit is reached. */
export interface Waits {
  readonly notBefore: Instant;
  /** What is counted of it, as `writtenSize` does. */
  readonly characters: number;
}

class NotNow extends Error {
  readonly waits: Waits;

  constructor(waits: Waits) {
    super('The limit of PDF exports is reached.');
    this.waits = waits;
  }
}

/**
 * Writes the file of an export, under the same key each time. One conversation is in memory at a time, and what is
 * written of the others, compressed. An export whose texts are too long together fails before any is written.
 */
export async function writeFile(writing: Writing, one: Export): Promise<ExportFile | ExportFailure | Waits> {
  try {
    if (one.format === 'mp3' || one.format === 'mp4') return await recordingOf(writing, one, one.format);
    return await (one.conversationIds.length > 1 ? writeZip : writeAlone)(writing, one, one.format);
  } catch (error) {
    if (error instanceof UnsupportedCharacters) return 'unsupported_characters';
    if (error instanceof Unwritable) return error.reason;
    if (error instanceof NotNow) return error.waits;
    throw error;
  }
}

async function requireTurn({ takePdf }: Writing, { format, characters }: Sizes): Promise<void> {
  const notBefore = format === 'pdf' ? await takePdf(characters) : undefined;
  if (notBefore !== undefined) throw new NotNow({ notBefore, characters });
}

/** Nothing is written: the file is the recording. */
async function recordingOf({ table }: Writing, one: Export, format: RecordingFormat): Promise<ExportFile> {
  const [id] = one.conversationIds;
  const found = await findConversation(table, id);
  const file = inForm(await recordingsOf(table, found), format);
  if (!file) throw new Unwritable('recording_unavailable');
  const { key, contentType, sizeBytes } = file;
  return { key, contentType, sizeBytes, name: nameOf(one, found) };
}

async function writeAlone(writing: Writing, one: Export, format: TextFormat): Promise<ExportFile> {
  const [id] = one.conversationIds;
  const { contentType, write } = FORMATS[format];
  const counted = sizesOf(format);
  const { found, transcript } = await readText(writing, id, counted);
  await requireTurn(writing, counted);
  const style = await exportStyle(writing.table, one);
  const bytes = await write(
    exportedText(found, transcript, { options: one.options, asked: one.style, style }),
    writing.fonts,
  );
  return store(writing, one, { name: nameOf(one, found), contentType, bytes });
}

const nameOf = ({ fileStem, format }: Export, { conversation }: ConversationWithMeeting): string =>
  `${fileStem ?? stemOfText(conversation.name)}.${EXTENSIONS[format]}`;

async function writeZip(writing: Writing, one: Export, format: TextFormat): Promise<ExportFile> {
  const { write } = FORMATS[format];
  const zip = zipWriter(one.createdAt);
  const rows = await Promise.all(one.conversationIds.map((id) => conversations.find(writing.table, id)));
  const stems = uniqueStems(rows.map((row) => row?.state.name ?? ''));
  const style = await exportStyle(writing.table, one);
  // All are counted before the first is written. What is corrected meanwhile is counted again.
  const counted = sizesOf(format);
  for (const id of one.conversationIds) await readText(writing, id, counted);
  await requireTurn(writing, counted);
  await writing.progress();
  const read = sizesOf(format);
  for (const [position, id] of one.conversationIds.entries()) {
    const { found, transcript } = await readText(writing, id, read);
    const bytes = await write(
      exportedText(found, transcript, { options: one.options, asked: one.style, style }),
      writing.fonts,
    );
    zip.add(`${stems[position]}.${EXTENSIONS[format]}`, bytes);
    await writing.progress();
  }
  const name = `${one.fileStem ?? 'conversations'}.zip`;
  return store(writing, one, { name, contentType: 'application/zip', bytes: zip.end() });
}

interface Text {
  readonly found: ConversationWithMeeting;
  readonly transcript: Transcript;
}

/** What was read of an export so far. */
interface Sizes {
  readonly format: TextFormat;
  /** Of audio. */
  seconds: number;
  /** As `writtenSize` counts. */
  characters: number;
}

const sizesOf = (format: TextFormat): Sizes => ({ format, seconds: 0, characters: 0 });

/** The text of a conversation; `read` adds up those that were read. Throws `Unwritable` beyond what an export may hold. */
async function readText({ table, files }: Writing, id: ConversationId | undefined, read: Sizes): Promise<Text> {
  const found = await findConversation(table, id);
  const transcript = await readTranscript({ table, results: resultsInFiles(files) }, found.conversation);
  // A correction may have replaced the file since: the next attempt reads the new one.
  if (!transcript) throw new Error('The text of a conversation is missing.');
  read.seconds += lengthOf(found) ?? transcript.segments.at(-1)?.end ?? 0;
  if (read.seconds > MOST_AUDIO_SECONDS) throw new Unwritable('media_too_long');
  read.characters += writtenSize(transcript, read.format);
  if (read.characters > mostWritten(read.format)) throw new Unwritable('text_too_long');
  return { found, transcript };
}

async function findConversation(table: Table, id: ConversationId | undefined): Promise<ConversationWithMeeting> {
  const row = id && (await conversations.find(table, id));
  const found = row && (await withMeeting(table, row.state));
  if (!found) throw new Unwritable('conversation_deleted');
  return found;
}

async function store(
  { files }: Writing,
  one: Export,
  { bytes, name, contentType }: { readonly bytes: Uint8Array; readonly name: string; readonly contentType: string },
): Promise<ExportFile> {
  const key = exportKey(one);
  await files.put(key, bytes, contentType);
  return { key, name, contentType, sizeBytes: bytes.length };
}
