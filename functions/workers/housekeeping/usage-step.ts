import * as v from 'valibot';
import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import { COUNTED_KINDS, type UsageJob } from '#shared/accounts/usage/rules/usage';
import type { CommandContext } from '#shared/foundation/commands/context';
import { id, label } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';

const Content: v.GenericSchema<unknown, UsageJob> = v.object({
  workspaceId: id('wks'),
  facts: v.array(
    v.object({
      kind: label(COUNTED_KINDS),
      subject: v.string(),
      day: v.string(),
      memberId: v.nullable(id('mem')),
      amount: v.number(),
    }),
  ),
  // Jobs of before files were counted have none.
  files: v.optional(
    v.array(
      v.variant('change', [
        v.object({
          change: v.literal('stored'),
          subject: v.string(),
          day: v.string(),
          bytes: v.number(),
          until: v.exactOptional(v.string()),
        }),
        v.object({ change: v.literal('removed'), subject: v.string(), day: v.string() }),
      ]),
    ),
    [],
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
