import { createMember, type Member, unknownMember } from '#shared/accounts/members/rules/member';
import { memberIdByEmail, members } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { ConsentProvider, ConsentSecrets } from '#shared/calendars/consent/ports';
import {
  type ConnectLink,
  type LinkedMember,
  type LinkStatus,
  linkStatus,
} from '#shared/calendars/consent/rules/connect-link';
import { connectLinks } from '#shared/calendars/consent/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConnectLinkId, WorkspaceId } from '#shared/foundation/core/ids';
import type { OneTimeSecrets, Sealer } from '#shared/foundation/core/secrets';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** A connect link with its workspace and its person. */
export interface ConnectLinkDetails {
  readonly link: ConnectLink;
  /** `gone` where its workspace is archived or its member was deleted. */
  readonly status: LinkStatus | 'gone';
  readonly workspace: Workspace;
  /** The person's email and name as the partner sent them. */
  readonly email: string | null;
  readonly name: string | null;
}

/** The link of a page's address; undefined for an unknown id and for a wrong secret. */
export const findConnectLink =
  (context: ConsentContext) =>
  async (id: ConnectLinkId, secret: string): Promise<ConnectLinkDetails | undefined> => {
    const link = (await connectLinks.find(context.table, id))?.state;
    if (!link || !context.secrets.isOf(secret, link.secretDigest)) return undefined;
    return connectLinkDetails(context, link);
  };

/** Loads what a link names; undefined where its workspace was purged. */
export async function connectLinkDetails(
  { table, clock }: Pick<ConsentContext, 'table' | 'clock'>,
  link: ConnectLink,
): Promise<ConnectLinkDetails | undefined> {
  const [workspace, member] = await Promise.all([
    workspaces.find(table, link.workspaceId),
    findLinkedMember(table, link.workspaceId, link.whose),
  ]);
  if (!workspace) return undefined;
  const person = member?.state ?? ('memberData' in link.whose ? link.whose.memberData : undefined);
  const isGone = workspace.state.archivedAt !== null || !person;
  return {
    link,
    status: isGone ? 'gone' : linkStatus(link, clock.now()),
    workspace: workspace.state,
    email: person?.email ?? null,
    name: person?.name ?? null,
  };
}

/** What the commands of the connect pages work with. */
export interface ConsentContext extends CommandContext {
  readonly providers: Readonly<Record<CalendarProviderName, { readonly consent: ConsentProvider }>>;
  readonly secrets: OneTimeSecrets;
  /** OAuth redirect URI, the same for all providers. */
  readonly redirectUri: string;
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** The secrets of one attempt. The PKCE verifier and the nonce are derived from the browser's secret. */
export const consentSecrets = (
  { secrets, redirectUri }: Pick<ConsentContext, 'secrets' | 'redirectUri'>,
  state: string,
  browser: string,
): ConsentSecrets => ({
  state,
  codeVerifier: secrets.derive(browser, 'code verifier'),
  nonce: secrets.derive(browser, 'nonce'),
  redirectUri,
});

export interface ConsentingMember {
  /** Undefined for a new member. */
  readonly before: Loaded<Member> | undefined;
  readonly state: Member;
}

/** The member who consents: found by id or email and left unchanged, or else a new one. */
export async function consentingMember(
  { table, ids }: CommandContext,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
  now: Instant,
): Promise<ConsentingMember> {
  const found = await findLinkedMember(table, workspaceId, whose);
  if (found) return { before: found, state: found.state };
  if ('memberId' in whose) throw unknownMember();
  const { name, email, metadata } = whose.memberData;
  const member = createMember(ids.make('mem'), now, { workspaceId, name, email });
  return { before: undefined, state: { ...member, metadata } };
}

/** The existing member of a link. */
async function findLinkedMember(
  table: Table,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
): Promise<Loaded<Member> | undefined> {
  const id = 'memberId' in whose ? whose.memberId : await memberIdByEmail(table, workspaceId, whose.memberData.email);
  const member = id && (await members.find(table, id));
  return member && member.state.workspaceId === workspaceId ? member : undefined;
}
