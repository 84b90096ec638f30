import * as v from 'valibot';
import { id } from '#shared/dynamodb/row-parts';
import { eraseFromLateEvent } from '#shared/erasures/commands/erase-from-late-event';
import type { ErasureContext } from '#shared/erasures/ports';
import type { LateEvent } from '#shared/erasures/rules/erasure';
import type { JobStep } from '#shared/events/job-worker';

const Content: v.GenericSchema<unknown, LateEvent> = v.object({ workspaceId: id('wks'), outboxId: id('out') });

/** Removes erased people from an event that was fanned out late. */
export function lateEventStep(context: ErasureContext): JobStep {
  const erase = eraseFromLateEvent(context);
  return async ({ content }) => {
    await erase(v.parse(Content, content));
    return 'done';
  };
}
