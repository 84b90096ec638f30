import * as v from 'valibot';
import type { PaidWalks } from '#shared/accounts/workspaces/paid-walks';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { walkTwice } from '#shared/foundation/events/walk-twice';
import type { FileContext } from '#shared/foundation/files/ports';
import { endExports } from '#shared/lifecycle/erasures/commands/end-exports';
import { eraseAccounts } from '#shared/lifecycle/erasures/commands/erase-accounts';
import { eraseFromFiles, type FileErasureContext } from '#shared/lifecycle/erasures/commands/erase-from-files';
import { eraseFromMeetings } from '#shared/lifecycle/erasures/commands/erase-from-meetings';
import { eraseFromSearch, type SearchErasureContext } from '#shared/lifecycle/erasures/commands/erase-from-search';
import { eraseFromWebhookEvents } from '#shared/lifecycle/erasures/commands/erase-from-webhook-events';
import { eraseAttendances, eraseRecreatedPerson } from '#shared/lifecycle/erasures/commands/erase-records';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { finishErasure } from '#shared/meetings/erasures/store';

const Content: v.GenericSchema<unknown, PersonErasure> = v.object({
  workspaceId: id('wks'),
  personId: v.nullable(id('per')),
  memberId: v.exactOptional(id('mem')),
  addressHash: v.string(),
});

/**
 * Removes an erased person from what the workspace has. The second walk finds what requests saved that had read the
 * workspace before the erasure.
 */
export function erasureStep(
  context: FileErasureContext & FileContext & SearchErasureContext,
  paid: PaidWalks,
): JobStep {
  const erase = paid(
    walkTwice(
      context.clock,
      Content,
      eraseAttendances(context),
      eraseRecreatedPerson(context),
      eraseAccounts(context),
      // Before the files: names on meetings are looked for in transcripts.
      eraseFromMeetings(context),
      eraseFromFiles(context),
      // After both, which it reads.
      eraseFromSearch(context),
      endExports(context),
      // Last: events that meetings and exports sent meanwhile are among them.
      eraseFromWebhookEvents(context),
    ),
  );
  return async (job, lease) => {
    const progress = await erase(job, lease);
    const { workspaceId, addressHash } = v.parse(Content, job.content);
    if (progress === 'done') await finishErasure(context.table, workspaceId, addressHash);
    return progress;
  };
}
