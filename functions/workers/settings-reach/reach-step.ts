import * as v from 'valibot';
import { id } from '#shared/dynamodb/row-parts';
import type { JobStep } from '#shared/events/commands/work-on-job';
import type { ReachPlace, reachMeetings } from '#shared/settings/commands/reach-meetings';
import type { Reach } from '#shared/settings/rules/reach';

const Content: v.GenericSchema<unknown, Reach> = v.object({
  workspaceId: id('wks'),
  everyMeeting: v.boolean(),
  memberIds: v.array(id('mem')),
  meetingIds: v.array(id('mtg')),
  goneAssignmentIds: v.exactOptional(v.array(id('asg'))),
});

const Cursor: v.GenericSchema<unknown, ReachPlace> = v.object({
  walk: v.picklist([1, 2]),
  part: v.number(),
  after: v.exactOptional(v.string()),
});

/** One page of a reach as a step of its job. */
export const reachStep =
  (reach: ReturnType<typeof reachMeetings>): JobStep =>
  async ({ content, cursor }) => {
    const reached = await reach(v.parse(Content, content), cursor && v.parse(Cursor, cursor));
    if (reached === 'done') return 'done';
    const { place, notBefore } = reached;
    return { cursor: place, ...(notBefore !== undefined && { notBefore }) };
  };
