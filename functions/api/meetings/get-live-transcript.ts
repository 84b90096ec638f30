import { endpoint, ok } from '#shared/http/endpoint';
import { issueTicket } from '#shared/live-transcripts/commands/issue-ticket';
import { presentLiveTranscript } from '#shared/live-transcripts/present';
import { getLiveTranscriptContract } from '#shared/meetings/contract';
import { meetings } from '#shared/meetings/store';

/** GET /meetings/{id}/live: each answer has a ticket of its own. */
export const getLiveTranscript = endpoint(getLiveTranscriptContract, {
  resource: ({ context, params }) => meetings.find(context.table, params.id),
  run: ({ context, caller: { userId, credential }, resource, query }) =>
    issueTicket(context)({ userId, credential, meeting: resource.state, after: query.after }),
  reply: (address, { params }) => ok(presentLiveTranscript(params.id, address)),
});
