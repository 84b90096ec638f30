import { beginRetention } from '#shared/accounts/workspaces/retention-store';
import { DAY_MS, HOUR_MS, later } from '#shared/foundation/core/time';
import { RETENTION_PERIOD_MS } from '#shared/meetings/meetings/rules/retention';
import { meetings } from '#shared/meetings/meetings/store';
import { commandContext } from '#shared/wiring/command-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, noon } from '#test/support/api';
import { retentionWorker } from '#test/support/retention-worker';
import { aMeeting } from '#test/unit/meetings/rules/a-meeting';
import { Meter } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Past meetings of the workspace whose walk is counted. */
export const MEETINGS_KEPT = 1_000;
const WALKS_A_MONTH = (30 * DAY_MS) / RETENTION_PERIOD_MS;

/** The due row on the bus and in the queue, then the job, which is relayed as events are. */
const MESSAGES: Usage = { 'bus event': 2, 'queue request': 6, 'function request': 2, trace: 0.1, 'log GB': 600 / 1e9 };
/** A page of 50 meetings, read five at a time: ten round trips and one for the index, with half a gigabyte. A guess. */
const A_PAGE: Usage = { 'function GB-second': 0.15 };
const PAGE = 50;

export interface RetentionUsage {
  /** A month of walks in which nothing is removed. */
  readonly idleWorkspace: Usage;
  /** The same, in a workspace with a thousand past meetings. */
  readonly keptMeetings: Usage;
  /** A month of walks past one of them. */
  readonly keptMeeting: Usage;
}

export async function retentionUsage(): Promise<RetentionUsage> {
  const idle = sumOf(MESSAGES, A_PAGE, await walkOver(0));
  const full = sumOf(MESSAGES, times(A_PAGE, MEETINGS_KEPT / PAGE), await walkOver(MEETINGS_KEPT));
  const idleWorkspace = times(idle, WALKS_A_MONTH);
  const keptMeetings = times(full, WALKS_A_MONTH);
  const keptMeeting = times(sumOf(keptMeetings, times(idleWorkspace, -1)), 1 / MEETINGS_KEPT);
  return { idleWorkspace, keptMeetings, keptMeeting };
}

/** One walk through so many past meetings, none of which is over. */
async function walkOver(count: number): Promise<Usage> {
  const world = aWorld();
  const { workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const { context } = world;
  for (let nth = 0; nth < count; nth += 1) {
    const startsAt = later(noon, -(nth + 2) * HOUR_MS);
    const meeting = aMeeting({
      ...{ id: context.ids.make('mtg'), workspaceId, startsAt, endsAt: later(startsAt, HOUR_MS) },
      ...{ createdAt: startsAt, updatedAt: startsAt },
    });
    await context.changes.save({ at: noon, writes: [meetings.put(undefined, meeting)] });
  }
  await context.table.write(beginRetention(workspaceId, noon));
  const meter = new Meter();
  const table = tableOver(meter.watchTable(world.dynamo));
  const worker = retentionWorker(world, {
    ...context,
    ...commandContext({ ...context, table }),
    retentionMaximumDays: 365,
  });
  world.clock.advance(2 * HOUR_MS);
  if (!(await worker.sweep())) throw new Error('No walk took place.');
  return meter.read();
}
