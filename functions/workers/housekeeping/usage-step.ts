import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/job-worker';
import { countUsage } from '#shared/usage/commands/count-usage';
import { USAGE_KINDS, type UsageJob } from '#shared/usage/rules/usage';

const Content: v.GenericSchema<unknown, UsageJob> = v.object({
  workspaceId: id('wks'),
  facts: v.array(
    v.object({
      kind: v.picklist(USAGE_KINDS),
      subject: v.string(),
      day: v.string(),
      memberId: v.nullable(id('mem')),
      amount: v.number(),
    }),
  ),
});

/** Counts what was used. */
export function usageStep(context: CommandContext): JobStep {
  const count = countUsage(context);
  return async ({ content }) => {
    await count(v.parse(Content, content));
    return 'done';
  };
}
