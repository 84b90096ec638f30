import * as v from 'valibot';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Loaded } from '#shared/foundation/core/store';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobLease, JobStep, Progress } from '#shared/foundation/events/job-worker';
import type { FileContext } from '#shared/foundation/files/ports';
import { saveExport } from '#shared/texts/exports/commands/save-export';
import { takePdf } from '#shared/texts/exports/commands/take-pdf';
import type { FontSource } from '#shared/texts/exports/formats/pdf/font-source';
import {
  beginExport,
  type Export,
  type ExportFailure,
  type ExportJob,
  endExport,
  expireExport,
  exportKey,
  failExport,
  isUnwritten,
  waitsUntil,
} from '#shared/texts/exports/rules/export';
import { exportEntity } from '#shared/texts/exports/store';
import { putWaiting } from '#shared/texts/exports/waiting-exports-store';
import { type Waits, writeFile } from './write-file.ts';

const Content: v.GenericSchema<unknown, ExportJob> = v.object({ workspaceId: id('wks'), exportId: id('exp') });

const Cursor = v.object({
  attempts: v.number(),
  /** Of a PDF that waits until a limit has room: what is counted of it, so that nothing is read for it before. */
  characters: v.exactOptional(v.number()),
});
type Cursor = v.InferOutput<typeof Cursor>;

interface WritingContext extends FileContext {
  readonly fonts: FontSource;
}

/** Attempts at one export, two minutes or more apart: what fails as often fails each time. */
const MOST_ATTEMPTS = 5;

/**
 * The step of an export's job: writes the file, waits until it is over, and deletes it. A crash anywhere is taken up
 * again by the next attempt, which writes the same key.
 */
export const exportStep =
  (context: WritingContext): JobStep =>
  async ({ content, cursor }, lease) => {
    const { workspaceId, exportId } = v.parse(Content, content);
    const [found, workspace] = await Promise.all([
      exportEntity.find(context.table, exportId),
      workspaces.find(context.table, workspaceId),
    ]);
    // The purge of a workspace deletes its files.
    if (!found || !workspace || workspace.state.archivedAt !== null) return 'done';
    if (isUnwritten(found.state)) {
      const reached = cursor ? v.parse(Cursor, cursor) : { attempts: 0 };
      return attempt(context, { found, workspace: workspace.state }, reached, lease);
    }
    return cleanUp(context, found);
  };

interface Unwritten {
  readonly found: Loaded<Export>;
  readonly workspace: Workspace;
}

async function attempt(
  context: WritingContext,
  { found, workspace }: Unwritten,
  { attempts, characters }: Cursor,
  lease: JobLease,
): Promise<Progress> {
  const { table, files, fonts } = context;
  if (attempts >= MOST_ATTEMPTS) return fail(context, found, 'export_failed');
  const take = takePdf(context, workspace);
  if (characters !== undefined) {
    const notBefore = await take(characters);
    // To wait is no attempt.
    if (notBefore !== undefined) return wait(context, found, { attempts, characters, notBefore });
  }
  const cursor = { attempts: attempts + 1, ...(characters !== undefined && { characters }) };
  await lease.save(cursor);
  const begun = await begin(context, found);
  const result = await writeFile(
    { table, files, fonts, takePdf: take, progress: () => lease.save(cursor) },
    begun.state,
  );
  if (typeof result === 'string') return fail(context, begun, result);
  if ('notBefore' in result) return wait(context, begun, { attempts, ...result });
  const at = context.clock.now();
  const after = endExport(begun.state, result, at);
  await saveExport(context, begun, after, at);
  return { cursor, notBefore: after.expiresAt };
}

async function fail(context: WritingContext, before: Loaded<Export>, reason: ExportFailure): Promise<Progress> {
  const at = context.clock.now();
  const state = failExport(before.state, reason, at);
  await saveExport(context, before, state, at);
  return cleanUp(context, { ...before, state });
}

type Waiting = Required<Cursor> & Waits;

/** Until the limit may have room; after some days the export fails, while its job is still there. */
async function wait(
  context: WritingContext,
  found: Loaded<Export>,
  { attempts, characters, notBefore }: Waiting,
): Promise<Progress> {
  if (notBefore >= waitsUntil(found.state)) return fail(context, found, 'waited_too_long');
  await context.table.write(putWaiting(found.state));
  return { cursor: { attempts, characters }, notBefore };
}

async function begin(context: CommandContext, found: Loaded<Export>): Promise<Loaded<Export>> {
  if (found.state.state === 'processing') return found;
  const at = context.clock.now();
  const state = beginExport(found.state, at);
  await saveExport(context, found, state, at);
  return { revision: found.revision + 1, state };
}

/** Deletes the file of an export that is over; a recording stays, since its key is another. */
async function cleanUp(context: FileContext, { revision, state }: Loaded<Export>): Promise<Progress> {
  const { clock, files } = context;
  if (state.state === 'ready') {
    const now = clock.now();
    if (now < state.expiresAt) return { cursor: { attempts: 0 }, notBefore: state.expiresAt };
    await saveExport(context, { revision, state }, expireExport(state, now), now);
  }
  await files.remove(exportKey(state));
  return 'done';
}
