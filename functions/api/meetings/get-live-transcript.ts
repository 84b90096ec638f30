import { endpoint, ok } from '#shared/api/http/endpoint';
import { issueTicket } from '#shared/capture/live-transcripts/commands/issue-ticket';
import { presentLiveTranscript } from '#shared/capture/live-transcripts/present';
import { getLiveTranscriptContract } from '#shared/meetings/meetings/contract';
import { meetings } from '#shared/meetings/meetings/store';

/** GET /meetings/{id}/live: each answer has a ticket of its own. */
export const getLiveTranscript = endpoint(getLiveTranscriptContract, {
  resource: ({ context, params }) => meetings.find(context.table, params.id),
  run: ({ context, caller: { userId, credential }, resource, query }) =>
    issueTicket(context)({ userId, credential, meeting: resource.state, after: query.after }),
  reply: (address, { params }) => ok(presentLiveTranscript(params.id, address)),
});
