import * as v from 'valibot';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { eraseFromLateEvent } from '#shared/lifecycle/erasures/commands/erase-from-late-event';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { LateEvent } from '#shared/meetings/erasures/rules/erasure';

const Content: v.GenericSchema<unknown, LateEvent> = v.object({ workspaceId: id('wks'), outboxId: id('out') });

/** Removes erased people from an event that was fanned out late. */
export function lateEventStep(context: ErasureContext): JobStep {
  const erase = eraseFromLateEvent(context);
  return async ({ content }) => {
    await erase(v.parse(Content, content));
    return 'done';
  };
}
