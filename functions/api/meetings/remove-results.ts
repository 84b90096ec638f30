import { byFound } from '#shared/api/http/early';
import { endpoint, ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MeetingId } from '#shared/foundation/core/ids';
import { loadRecorded, removeResults as remove } from '#shared/lifecycle/meetings/commands/remove-results';
import { RECORDING_PARTS } from '#shared/meetings/bots/rules/remove-recording';
import { removeResultsContract } from '#shared/meetings/meetings/contract';
import { meetings } from '#shared/meetings/meetings/store';
import { presentResults } from '#shared/meetings/results/present';

interface Named {
  readonly params: { readonly id: MeetingId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => meetings.find(context.table, params.id);

/** DELETE /meetings/{id}/results: removed again, they stay as they are. */
export const removeResults = endpoint(removeResultsContract, {
  resource: find,
  early: byFound(find, (table, meeting) => loadRecorded(table, meeting, RECORDING_PARTS)),
  run: ({ context, workspace, params }) => remove(context)(workspace.state, params.id),
  reply: (meeting, { now }) => ok(presentResults(meeting, { ...NOTHING, linksExpireAt: now })),
});

const NOTHING = {
  transcript: undefined,
  transcriptUrl: null,
  withSegments: true,
  withWords: false,
  summary: undefined,
  files: [],
} as const;
