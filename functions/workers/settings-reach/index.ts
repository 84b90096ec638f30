import { botStore } from '#shared/bots/store';
import { brandKitStore } from '#shared/brand-kits/store';
import type { Rest } from '#shared/core/rest';
import { meetingStore } from '#shared/meetings/store';
import { memberStore } from '#shared/members/store';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { realRest } from '#shared/platform/system-clock';
import { reachMeetings } from '#shared/settings/commands/reach-meetings';
import { settingsStore } from '#shared/settings/store';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { workspaceStore } from '#shared/workspaces/store';
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
