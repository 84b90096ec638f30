import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import type { Loaded } from '#shared/core/store';
import { id } from '#shared/dynamodb/row-parts';
import type { JobLease, JobStep, Progress } from '#shared/events/job-worker';
import { saveExport } from '#shared/exports/commands/save-export';
import { takePdf } from '#shared/exports/commands/take-pdf';
import type { FontSource } from '#shared/exports/formats/pdf/font-source';
import {
  beginExport,
  type Export,
  type ExportJob,
  endExport,
  expireExport,
  exportKey,
  failExport,
  isUnwritten,
} from '#shared/exports/rules/export';
import { exportEntity } from '#shared/exports/store';
import type { FileContext } from '#shared/files/ports';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';
import { writeFile } from './write-file.ts';

const Content: v.GenericSchema<unknown, ExportJob> = v.object({ workspaceId: id('wks'), exportId: id('exp') });

const Cursor = v.object({ attempts: v.number() });

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
      const attempts = cursor ? v.parse(Cursor, cursor).attempts : 0;
      return attempt(context, { found, workspace: workspace.state }, attempts, lease);
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
  attempts: number,
  lease: JobLease,
): Promise<Progress> {
  const { table, clock, files, fonts } = context;
  const cursor = { attempts: attempts + 1 };
  await lease.save(cursor);
  const begun = await begin(context, found);
  const writing = {
    ...{ table, files, fonts, progress: () => lease.save(cursor) },
    takePdf: (characters: number) => takePdf(context)(workspace, characters),
  };
  const result = attempts < MOST_ATTEMPTS ? await writeFile(writing, begun.state) : 'export_failed';
  // To wait is no attempt.
  if (typeof result === 'object' && 'notBefore' in result) return { cursor: { attempts }, ...result };
  const at = clock.now();
  const after = typeof result === 'string' ? failExport(begun.state, result, at) : endExport(begun.state, result, at);
  await saveExport(context, begun, after, at);
  return after.state === 'ready'
    ? { cursor, notBefore: after.expiresAt }
    : cleanUp(context, { ...begun, state: after });
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
