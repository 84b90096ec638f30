import type { ConsentContext } from '#shared/calendars/consent/commands/consent-context';
import { findLinkedMember } from '#shared/calendars/consent/commands/linked-member';
import { connectLinks } from '#shared/calendars/consent/connect-links-store';
import { type ConnectLink, type LinkStatus, linkStatus } from '#shared/calendars/consent/rules/connect-link';
import type { ConnectLinkId } from '#shared/core/ids';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

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
