import type {
  createConnectLink as createCommand,
  MadeLink,
  WantedLink,
} from '#shared/calendars/consent/commands/create-connect-link';
import { createConnectLinkContract } from '#shared/calendars/consent/contract';
import type { SentLink } from '#shared/calendars/consent/fields';
import { presentConnectLink } from '#shared/calendars/consent/present';
import { addressOf, type LinkedMember } from '#shared/calendars/consent/rules/connect-link';
import { readReturnUrl } from '#shared/calendars/consent/rules/return-url';
import type { WorkspaceId } from '#shared/core/ids';
import { metadataAfter } from '#shared/core/metadata-after';
import { unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { MemberStore } from '#shared/events/ports/stores';
import { type Caller, operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import type { Member } from '#shared/members/rules/member';

interface Needs {
  readonly members: MemberStore;
  readonly places: Places;
  readonly create: ReturnType<typeof createCommand>;
  /** Root of the hosted pages. */
  readonly appUrl: string;
  readonly allowLocalReceivers: boolean;
}

/** POST /calendar_connect_links: the only answer in which the link's address is ever shown. */
export const createConnectLink = (needs: Needs) =>
  operation(createConnectLinkContract, {
    ahead: ({ userId, body }) => ({
      place: needs.places.named(userId, body.workspace_id),
      member: memberIn(needs.members, body),
    }),
    async run({ ahead, body, caller, once }) {
      const { workspace } = permitted(await ahead.place, 'take_part');
      const { id } = workspace.state;
      const wanted = wantedIn(body, whoseIn(body, id, await ahead.member), caller, needs.allowLocalReceivers);
      return once(
        ({ link, secret }: MadeLink) => ({
          status: 201,
          body: presentConnectLink(link, addressOf(needs.appUrl, link.id, secret)),
        }),
        (keep) => needs.create(id, wanted, keep),
      );
    },
  });

const memberIn = async (members: MemberStore, { member_id }: SentLink): Promise<Loaded<Member> | undefined> =>
  member_id && members.find(member_id);

function whoseIn(
  { member_data }: SentLink,
  workspaceId: WorkspaceId,
  member: Loaded<Member> | undefined,
): LinkedMember {
  if (member_data) {
    const { name, email, metadata } = member_data;
    return { memberData: { name, email, metadata: metadata ? metadataAfter({}, metadata) : {} } };
  }
  if (member?.state.workspaceId !== workspaceId)
    throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
  return { memberId: member.state.id };
}

function wantedIn(body: SentLink, whose: LinkedMember, caller: Caller, allowLocal: boolean): WantedLink {
  const read = readReturnUrl(body.return_url, allowLocal);
  if ('fault' in read) throw unprocessable('return_url', read.fault.code, `return_url ${read.fault.message}`);
  return {
    whose,
    provider: body.provider,
    emailMatch: body.email_match ?? 'any',
    returnUrl: read.url,
    state: body.state,
    returnNamesMember: !caller.keeps('email-match'),
    metadata: body.metadata ? metadataAfter({}, body.metadata) : {},
  };
}
