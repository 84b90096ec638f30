import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/sleep';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { realRest } from '#shared/platform/system-clock';
import { propagateToPage } from '#shared/settings/commands/propagate-settings';
import { settingsStore } from '#shared/settings/store';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import { workspaceStore } from '#shared/workspaces/store';
import { propagationStep } from './propagation-step.ts';

interface Players {
  readonly rest: Sleep;
  readonly note: typeof writeLog;
}

export function settingsReach(context: CommandContext, { rest, note }: Players) {
  const { table } = context;
  const propagate = propagateToPage({
    ...context,
    bots: botStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    kits: brandKitStore(table),
    settings: settingsStore(table),
    workspaces: workspaceStore(table),
    rest,
    stumbled: (meetingId, error) => note({ worker: 'settings-reach', meetingId, ...traceOf(error) }, 'ERROR'),
  });
  return jobWorker(context, {
    steps: { 'job.reach': propagationStep(propagate) },
    note: (entry) => note({ worker: 'settings-reach', ...entry }),
  });
}

export const handler = worker((context) => settingsReach(context, { rest: realRest, note: writeLog }));
