import { randomBytes } from 'node:crypto';
import { command } from '#bin/cli/command';
import { flag } from '#bin/cli/options';
import type { AllWorkspaces } from '#bin/operator/all-workspaces';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import type { Table } from '#shared/core/table';
import { beginRetention, retentionDueAt } from '#shared/meetings/retention-store';
import { recordFormerMembers } from '#shared/members/commands/record-former-members';
import { beginPeople } from '#shared/people/commands/begin-people';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { beginDeliveredSums } from '#shared/usage/delivered-store';
import { commandContext } from '#shared/wiring/command-context';

/** npm run backfill: begins in every workspace what otherwise begins with its next meeting, or when it is made. */
export const backfill = command({
  name: 'npm run backfill',
  description: `Begins, in every workspace of a stage, what otherwise begins with its next meeting or when it is made: a job
that records the people of earlier meetings, the sums of delivered webhooks, records of members who were removed before 2026-11-24, and with --retention the retention by the maximum of the deployment. It reads the whole table,
and may run again: what began is not begun twice. ${STAGE_HELP}`,
  options: {
    retention: flag('begins retention too, for a deployment that has a maximum'),
    ...stageOptions,
  },
  run: async ({ retention, ...options }) => {
    console.log(await withTable(options, (table, workspaces) => backfillAll({ table, workspaces }, retention)));
  },
});

interface Stores {
  readonly table: Table;
  readonly workspaces: AllWorkspaces;
}

/** Answers a sentence with the number of workspaces. */
export async function backfillAll({ table, workspaces }: Stores, withRetention: boolean): Promise<string> {
  const context = commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes });
  let count = 0;
  for await (const { id } of workspaces()) {
    await beginPeople(context)(id);
    await table.write(beginDeliveredSums(id, systemClock.now()));
    await recordFormerMembers(context)(id);
    if (withRetention && (await retentionDueAt(table, id)) === undefined)
      await table.write(beginRetention(id, systemClock.now()));
    count += 1;
  }
  const what = withRetention ? 'The people and the retention' : 'The people';
  return `${what} of ${count} workspaces have begun.`;
}
