import { reachMeetings } from '#shared/commands/settings/reach-meetings';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { Rest } from '#shared/ports/rest';
import { realRest } from '#shared/providers/system-clock';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { workspaceStore } from '#shared/storage/workspaces';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { reachStep } from './reach-step.ts';

interface Players {
  readonly rest: Rest;
  readonly note: typeof writeLog;
}

export function settingsReach(around: Workshop, { rest, note }: Players) {
  const { table } = around;
  const reach = reachMeetings({
    ...around,
    bots: botStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    kits: brandKitStore(table),
    settings: settingsStore(table),
    workspaces: workspaceStore(table),
    rest,
    stumbled: (meetingId, error) => note({ worker: 'settings-reach', meetingId, ...traceOf(error) }, 'ERROR'),
  });
  return jobWorker(around, {
    steps: { 'job.reach': reachStep(reach) },
    note: (entry) => note({ worker: 'settings-reach', ...entry }),
  });
}

export const handler = worker((around) => settingsReach(around, { rest: realRest, note: writeLog }));
