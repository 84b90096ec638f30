import * as v from 'valibot';
import type { CommandContext } from '#shared/foundation/commands/context';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { applyRetention } from '#shared/lifecycle/meetings/commands/apply-retention';
import type { RetentionJob } from '#shared/meetings/meetings/rules/retention';

const Content: v.GenericSchema<unknown, RetentionJob> = v.object({ workspaceId: id('wks') });
const Cursor = v.object({ after: v.string() });

/** Applies retention to a page of meetings in each step. What a page of the index does not show yet, the next walk finds. */
export function retentionStep(context: CommandContext): JobStep {
  const apply = applyRetention(context);
  return async ({ content, cursor }) => {
    const after = await apply(v.parse(Content, content), cursor && v.parse(Cursor, cursor).after);
    return after === undefined ? 'done' : { cursor: { after } };
  };
}
