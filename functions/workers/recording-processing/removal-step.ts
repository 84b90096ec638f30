import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { walkTwice } from '#shared/foundation/events/walk-twice';
import type { FileStorage } from '#shared/foundation/files/ports';
import { RECORDING_PARTS, type RecordingsRemoval } from '#shared/meetings/bots/rules/remove-recording';
import { isRecorderOutage } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { recordingPrefixes } from '#shared/meetings/results/ports';

const Content: v.GenericSchema<unknown, RecordingsRemoval> = v.object({
  workspaceId: id('wks'),
  parts: v.array(v.picklist(RECORDING_PARTS)),
  recordings: v.array(
    v.object({ botId: id('bot'), recorder: v.nullable(v.object({ name: v.string(), externalId: v.string() })) }),
  ),
});

interface Removing {
  readonly clock: Clock;
  readonly files: Pick<FileStorage, 'removeSome'>;
  readonly recorders: Pick<Recorders, 'named'>;
}

/** A recorder out of reach is asked again this much later, for as long as the job is kept. */
const RECORDER_RETRY_MS = 15 * MINUTE_MS;

/**
 * The step that deletes the files of removed recordings, twice, since a correction under way may have stored another one,
 * and what the recorders keep.
 */
export function removalStep({ clock, files, recorders }: Removing): JobStep {
  const remove = walkTwice(clock, Content, removeFiles(files), removeAtRecorders(recorders));
  return async (job, lease) => {
    try {
      return await remove(job, lease);
    } catch (error) {
      if (!isRecorderOutage(error) || !job.cursor) throw error;
      return { cursor: job.cursor, notBefore: later(clock.now(), RECORDER_RETRY_MS) };
    }
  };
}

const removeFiles =
  (files: Removing['files']) =>
  async ({ workspaceId, parts, recordings }: RecordingsRemoval): Promise<undefined> => {
    for (const { botId } of recordings)
      for (const prefix of recordingPrefixes({ workspaceId, botId }, parts)) while (await files.removeSome(prefix));
  };

/** One recording a call, as a recorder may take 20 seconds to answer. */
const removeAtRecorders =
  (recorders: Removing['recorders']) =>
  async ({ recordings }: RecordingsRemoval, after: string | undefined): Promise<string | undefined> => {
    const nth = after === undefined ? 0 : Number(after) + 1;
    const one = recordings[nth];
    if (!one) return undefined;
    const { botId, recorder } = one;
    if (recorder) await (await recorders.named(recorder.name)).deleteData({ botId, externalId: recorder.externalId });
    return String(nth);
  };
