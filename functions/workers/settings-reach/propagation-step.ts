import * as v from 'valibot';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/commands/work-on-job';
import type { PropagationCursor, propagateToPage } from '#shared/settings/commands/propagate-settings';
import type { Propagation } from '#shared/settings/rules/propagation';

const Content: v.GenericSchema<unknown, Propagation> = v.object({
  workspaceId: id('wks'),
  everyMeeting: v.boolean(),
  memberIds: v.array(id('mem')),
  meetingIds: v.array(id('mtg')),
  goneAssignmentIds: v.exactOptional(v.array(id('asg'))),
});

const Cursor: v.GenericSchema<unknown, PropagationCursor> = v.object({
  walk: v.picklist([1, 2]),
  part: v.number(),
  after: v.exactOptional(v.string()),
});

/** One page of a propagation as a step of its job. */
export const propagationStep =
  (propagate: ReturnType<typeof propagateToPage>): JobStep =>
  async ({ content, cursor }) => {
    const reached = await propagate(v.parse(Content, content), cursor && v.parse(Cursor, cursor));
    if (reached === 'done') return 'done';
    const { place, notBefore } = reached;
    return { cursor: place, ...(notBefore !== undefined && { notBefore }) };
  };
