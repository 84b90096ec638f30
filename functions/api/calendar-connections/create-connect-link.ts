import { unknownMember } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { type Caller, created, endpoint } from '#shared/api/http/endpoint';
import {
  createConnectLink as createLink,
  type NewConnectLink,
} from '#shared/calendars/consent/commands/create-connect-link';
import { createConnectLinkContract } from '#shared/calendars/consent/contract';
import type { SentLink } from '#shared/calendars/consent/fields';
import { presentConnectLink } from '#shared/calendars/consent/present';
import { addressOf, type LinkedMember } from '#shared/calendars/consent/rules/connect-link';
import { readReturnUrl } from '#shared/calendars/consent/rules/return-url';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { metadataAfter } from '#shared/foundation/core/metadata';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';

/** POST /calendar_connect_links: the only response that shows the link's address. */
export const createConnectLink = endpoint(createConnectLinkContract, {
  early: ({ context, body }) => [findMember(context.table, { member_id: body.id('mem', 'member_id') })],
  async run({ context, workspace, body, caller }) {
    const { id } = workspace.state;
    const member = await linkedMember(context.table, body, id);
    const link = newLink(body, member, caller, context.allowLocalReceivers);
    return createLink({ ...context, secrets: oneTimeSecrets(context) })(id, link);
  },
  reply: ({ link, secret }, { context }) =>
    created(presentConnectLink(link, addressOf(context.appUrl, link.id, secret))),
});

const findMember = async (table: Table, { member_id }: Pick<SentLink, 'member_id'>) =>
  member_id && members.find(table, member_id);

async function linkedMember(table: Table, body: SentLink, workspaceId: WorkspaceId): Promise<LinkedMember> {
  if (body.member_data) {
    const { name, email, metadata } = body.member_data;
    return { memberData: { name, email, metadata: metadata ? metadataAfter({}, metadata) : {} } };
  }
  const member = await findMember(table, body);
  if (member?.state.workspaceId !== workspaceId) throw unknownMember();
  return { memberId: member.state.id };
}

function newLink(body: SentLink, whose: LinkedMember, caller: Caller, allowLocal: boolean): NewConnectLink {
  const read = readReturnUrl(body.return_url, allowLocal);
  if ('fault' in read) throw unprocessable('return_url', read.fault.code, `return_url ${read.fault.message}`);
  return {
    whose,
    provider: body.provider,
    emailMatch: body.email_match ?? 'any',
    returnUrl: read.url,
    state: body.state,
    // A member who is created at the consent is not known to the caller before.
    returnNamesMember: !caller.keeps('email-match') || body.member_data !== undefined,
    metadata: body.metadata ? metadataAfter({}, body.metadata) : {},
  };
}
