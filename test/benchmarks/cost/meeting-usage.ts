import { deploymentIn } from './deployment.ts';
import { templatesOf } from './idle-usage.ts';
import { type MeasuredMeeting, measureMeeting } from './measured-meeting.ts';
import type { Write } from './meter.ts';
import { sumOf, type Usage } from './usage.ts';
import { meetingLoad, wholeMeeting } from './worker-load.ts';

/** What they take for a meeting has lines of its own: its people and usage, and its mail. */
const APART = ['housekeeping', 'mail-delivery'];

export interface MeetingUsage {
  /** From the pushed calendar event to the summary that the partner reads, with all webhooks and a month of storage. */
  readonly usage: Usage;
  readonly webhooks: number;
  /** What is written by one meeting, on average of those that were measured. */
  readonly writesOf: (keys: RegExp) => Usage;
}

/** The stage whose functions and queues are measured. */
export const productionDeployment = () => deploymentIn(templatesOf('production'), 'rapporteur-production-');

/** What a meeting of an hour uses. */
export async function meetingUsage(seed: number): Promise<MeetingUsage> {
  const deployment = productionDeployment();
  const measured = await measureMeeting({ seed, deployment });
  const { meetings, webhooks, rowBytes } = measured;
  const loads = wholeMeeting(meetingLoad(measured, deployment)).filter(({ worker }) => !APART.includes(worker));
  const writes = writesIn(measured);
  return {
    usage: sumOf(...loads.map(({ usage }) => usage), { 'table GB-month': rowBytes / 1e9 }),
    webhooks,
    writesOf: (keys) => ({
      'table write unit':
        writes.reduce((sum, { key, units }) => sum + (keys.test(key) ? units.row + units.indexes : 0), 0) / meetings,
    }),
  };
}

/** Without those of what has lines of its own. */
export const writesIn = ({ writes }: MeasuredMeeting): readonly Write[] =>
  writes.filter(({ worker }) => !APART.includes(worker)).map(({ write }) => write);
