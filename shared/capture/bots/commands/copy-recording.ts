import type { FaultReports } from '#shared/capture/bots/ports';
import type { Clock } from '#shared/foundation/core/clock';
import type { Instant } from '#shared/foundation/core/time';
import type { CopyContext } from '#shared/foundation/files/commands/complete-copy';
import { copyFile } from '#shared/foundation/files/commands/copy-file';
import { CopyTooSlow } from '#shared/foundation/files/commands/copy-whole-file';
import { CopyFailed } from '#shared/foundation/files/commands/read-part';
import type { Bot, MediaFile } from '#shared/meetings/bots/rules/bot';
import {
  GIVE_UP_AFTER_MS,
  hasFailedFor,
  nextAttemptAt,
  REPORT_AFTER_MS,
  type RecordingCursor,
  withFailure,
  withFile,
} from '#shared/meetings/bots/rules/recording-cursor';
import { type BotAtRecorder, MediaGone, type Recorder } from '#shared/meetings/recorders/ports';
import type { RecordedFile } from '#shared/meetings/recorders/rules/observation';
import { mediaKey } from '#shared/meetings/results/ports';

/** The lease under which a recording is processed, with its cursor. */
export interface RecordingLease {
  cursor(): RecordingCursor;
  /** Saves the cursor and extends the lease. Throws `LeaseLost` where another worker has it. */
  save(cursor: RecordingCursor): Promise<void>;
  /** Milliseconds left in this invocation. */
  timeLeft(): number;
}

export interface RecordedAt {
  readonly bot: Bot;
  readonly recorder: Pick<Recorder, 'openMedia'>;
  readonly remoteBot: BotAtRecorder;
}

/** What was copied, when to go on, or why the recording is given up. */
type CopiedRecording =
  | { readonly files: readonly MediaFile[] }
  | { readonly lookAgainAt: Instant }
  | { readonly givenUp: string };

type Context = CopyContext & { readonly clock: Clock; readonly faults: FaultReports };

/**
 * Copies the files of a recording one after the other, each from where it was left. A recorder out of reach is tried for a
 * day; what it has deleted, or delivers too slowly, is left out. A recording without any file is given up.
 */
export async function copyRecording(
  context: Context,
  source: RecordedAt,
  files: readonly RecordedFile[],
  lease: RecordingLease,
): Promise<CopiedRecording> {
  const copied: MediaFile[] = [];
  let missing = '';
  for (const file of files) {
    const outcome = await copyOne(context, source, file, lease);
    if ('lookAgainAt' in outcome) return outcome;
    if ('missing' in outcome) missing = outcome.missing;
    else copied.push(outcome);
  }
  return copied.length > 0 ? { files: copied } : { givenUp: missing };
}

type CopiedFile = MediaFile | { readonly lookAgainAt: Instant } | { readonly missing: string };

async function copyOne(
  context: Context,
  source: RecordedAt,
  file: RecordedFile,
  lease: RecordingLease,
): Promise<CopiedFile> {
  const { workspaceId, id: botId } = source.bot;
  const { kind, contentType } = file;
  const key = mediaKey({ workspaceId, botId }, file.name);
  const before = lease.cursor().media[file.name] ?? null;
  if (before && 'sizeBytes' in before) return { kind, contentType, key, sizeBytes: before.sizeBytes };
  try {
    const copied = await copyFile(context, { source: sourceOf(source, file), key, contentType }, before, {
      timeLeft: () => lease.timeLeft(),
      save: (progress) => lease.save(withFile(lease.cursor(), file.name, progress)),
    });
    if (copied === 'later') return { lookAgainAt: context.clock.now() };
    await lease.save(withFile(lease.cursor(), file.name, copied));
    return { kind, contentType, key, sizeBytes: copied.sizeBytes };
  } catch (error) {
    return afterFailure(context, source.bot, error, lease);
  }
}

const sourceOf = ({ recorder, remoteBot }: RecordedAt, file: RecordedFile) => ({
  open: (range: Parameters<Recorder['openMedia']>[2]) => recorder.openMedia(remoteBot, file, range),
});

/** A file that is lost is reported, and so is one that has not been copied for a while. */
async function afterFailure(
  { clock, faults }: Context,
  { recorder }: Bot,
  error: unknown,
  lease: RecordingLease,
): Promise<CopiedFile> {
  const report = () => faults.report('copy', recorder?.name ?? null);
  const missing = reasonOfLoss(error);
  if (missing !== null) {
    report();
    return { missing };
  }
  const now = clock.now();
  const cursor = withFailure(lease.cursor(), now);
  if (hasFailedFor(cursor, REPORT_AFTER_MS, now)) report();
  if (hasFailedFor(cursor, GIVE_UP_AFTER_MS, now))
    return { missing: 'The recording could not be fetched from the recorder within 24 hours.' };
  await lease.save(cursor);
  return { lookAgainAt: nextAttemptAt(cursor, now) };
}

/** Why a file is given up at once; null where it is tried again. Throws what is no failure of a copy. */
function reasonOfLoss(error: unknown): string | null {
  if (error instanceof CopyTooSlow) return 'The recorder did not deliver the recording within 13 minutes.';
  if (!(error instanceof CopyFailed)) throw error;
  return error.cause instanceof MediaGone ? 'The recorder has deleted the recording.' : null;
}
