import * as v from 'valibot';
import { leavePassedOver } from '#shared/capture/bots/commands/leave-passed-over';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import type { RecorderLeaving } from '#shared/meetings/bots/rules/bot-recorder';

const Content: v.GenericSchema<unknown, RecorderLeaving> = v.object({
  workspaceId: id('wks'),
  botId: id('bot'),
  recorder: v.string(),
});

/** Asks a recorder that was passed over what it has of a bot, until it has nothing. */
export function recorderLeavingStep(context: Parameters<typeof leavePassedOver>[0]): JobStep {
  const leave = leavePassedOver(context);
  return async ({ content }) => {
    const { botId, recorder } = v.parse(Content, content);
    const left = await leave(botId, recorder);
    return left === 'done' ? left : { cursor: {}, notBefore: left.lookAgainAt };
  };
}
