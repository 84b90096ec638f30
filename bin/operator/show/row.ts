import { CliError } from '#bin/cli/cli-error';
import { flag, optional, positional, required } from '#bin/cli/options';
import { anyText } from '#bin/cli/value-types';
import { auditRead } from '#bin/operator/audit-read';
import { operatorCommand } from '#bin/operator/operator-command';
import { MOST_ROWS, shownRow, workspacesIn } from '#bin/operator/show/stored-rows';
import { withStage } from '#bin/operator/stage';
import type { CommandContext } from '#shared/foundation/commands/context';

/** npm run ops -- row: a row and its neighbours. */
export const row = operatorCommand({
  name: 'row',
  description: `Prints the rows of a partition of the table as JSON, compressed values expanded (docs/table.md). It changes
nothing; the audit log of each workspace that a row names says that it was read. Texts and addresses are printed by their
length, secrets never.`,
  options: {
    partition: positional(required(anyText, 'partition key: an id, or a natural key such as W#CALL#…')),
    from: optional(anyText, 'sort key of the first row; without it, the first of the partition'),
    reveal: flag('prints personal data and texts, which the audit log says; secrets stay hidden'),
  },
  run: async ({ partition, from, reveal, ...options }) => {
    const json = await withStage(options, ({ context }) => partitionRows(context, { pk: partition, from }, reveal));
    return { text: JSON.stringify(json, null, 2), json };
  },
});

interface Wanted {
  readonly pk: string;
  readonly from: string | undefined;
}

/** The first hundred rows from a sort key on, as JSON. Throws a CliError where there is none. */
export async function partitionRows(context: CommandContext, { pk, from }: Wanted, reveals: boolean) {
  const where =
    from === undefined
      ? { text: 'pk = :pk', values: { ':pk': pk } }
      : { text: 'pk = :pk AND sk >= :from', values: { ':pk': pk, ':from': from } };
  const { items, last } = await context.table.query({ where, limit: MOST_ROWS });
  if (items.length === 0)
    throw new CliError(`The table has no row ${from === undefined ? pk : `${pk} from ${from} on`}`);
  for (const owner of workspacesIn(items)) await auditRead(context, owner, { command: 'row', revealed: reveals });
  return {
    rows: items.map((item) => shownRow(item, { reveals })),
    ...(last && { more_rows: `the next are after ${items.at(-1)?.sk}` }),
  };
}
