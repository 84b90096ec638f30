import { randomBytes } from 'node:crypto';
import { flag } from '#bin/cli/options';
import type { AllWorkspaces } from '#bin/operator/all-workspaces';
import { operatorCommand } from '#bin/operator/operator-command';
import { withTable } from '#bin/operator/stage';
import { scheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import { beginRetention, retentionDueAt } from '#shared/accounts/workspaces/retention-store';
import type { Table } from '#shared/foundation/core/table';
import { fullJitter, systemClock } from '#shared/foundation/platform/system-clock';
import { recordFormerMembers } from '#shared/lifecycle/members/commands/record-former-members';
import { startPeopleBackfill } from '#shared/meetings/people/commands/backfill-people';
import { beginBackfill } from '#shared/texts/search/commands/backfill-search';
import { commandContext } from '#shared/wiring/command-context';

/** npm run ops -- backfill: begins in every workspace what otherwise begins with its next meeting, or when it is made. */
export const backfill = operatorCommand({
  name: 'backfill',
  description: `Begins, in every workspace of a stage, what otherwise begins with its next meeting or when it is made: a job
that records the people of earlier meetings, the sums of delivered webhooks, records of members who were removed before
2026-11-24, with --retention the retention by the maximum of the deployment, and with --search a job that has search read
the texts of before. It reads the whole table, and may run again: what began is not begun twice, and search reads the
texts anew.`,
  options: {
    retention: flag('begins retention too, for a deployment that has a maximum'),
    search: flag('has search read the texts that were there before it'),
  },
  run: ({ retention, search, ...options }) => {
    return withTable(options, (table, workspaces) => backfillAll({ table, workspaces }, { retention, search }));
  },
});

interface Stores {
  readonly table: Table;
  readonly workspaces: AllWorkspaces;
}

/** What is begun beside the people. */
interface Also {
  readonly retention?: boolean;
  readonly search?: boolean;
}

/** Answers a sentence with the number of workspaces. */
export async function backfillAll({ table, workspaces }: Stores, { retention, search }: Also = {}): Promise<string> {
  const context = commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes });
  let count = 0;
  for await (const { id } of workspaces()) {
    await startPeopleBackfill(context)(id);
    await table.write(scheduleDeliveredSums(id, systemClock.now()));
    await recordFormerMembers(context)(id);
    if (retention && (await retentionDueAt(table, id)) === undefined)
      await table.write(beginRetention(id, systemClock.now()));
    if (search) await beginBackfill(context)(id);
    count += 1;
  }
  const begun = ['the people', ...(retention ? ['the retention'] : []), ...(search ? ['the search'] : [])];
  const what = begun.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return `${what[0]?.toUpperCase()}${what.slice(1)} of ${count} workspaces have begun.`;
}
