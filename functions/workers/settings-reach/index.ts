import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/sleep';
import { rememberingTable } from '#shared/dynamodb/remembering-table';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/commands/work-on-job';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { realRest } from '#shared/platform/system-clock';
import { type PropagationCursor, propagateToPage } from '#shared/settings/commands/propagate-settings';
import type { Propagation } from '#shared/settings/rules/propagation';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';

interface Given {
  readonly rest: Sleep;
  readonly note: typeof writeLog;
}

const Content: v.GenericSchema<unknown, Propagation> = v.object({
  workspaceId: id('wks'),
  everyMeeting: v.boolean(),
  memberIds: v.array(id('mem')),
  meetingIds: v.array(id('mtg')),
  goneAssignmentIds: v.exactOptional(v.array(id('asg'))),
});

const Cursor: v.GenericSchema<unknown, PropagationCursor> = v.object({
  walk: v.picklist([1, 2]),
  part: v.number(),
  after: v.exactOptional(v.string()),
});

/** Propagates changed settings to the upcoming meetings that they apply to, one page a step. */
export function settingsReach(context: CommandContext, { rest, note }: Given) {
  const propagate = propagateToPage({
    ...context,
    rest,
    rememberReads: rememberingTable,
    reportFailure: (meetingId, error) => note({ worker: 'settings-reach', meetingId, ...traceOf(error) }, 'ERROR'),
  });
  const step: JobStep = async ({ content, cursor }) => {
    const progress = await propagate(v.parse(Content, content), cursor && v.parse(Cursor, cursor));
    if (progress === 'done') return 'done';
    const { place, notBefore } = progress;
    return { cursor: place, ...(notBefore !== undefined && { notBefore }) };
  };
  return jobWorker(context, {
    steps: { 'job.reach': step },
    note: (entry) => note({ worker: 'settings-reach', ...entry }),
  });
}

export const handler = worker((context) => settingsReach(context, { rest: realRest, note: writeLog }));
