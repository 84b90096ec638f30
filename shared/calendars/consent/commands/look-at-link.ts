import { memberLinked } from '#shared/calendars/consent/commands/member-consenting';
import type { ConnectLinkStore } from '#shared/calendars/consent/ports/connect-links';
import { type ConnectLink, type LinkStanding, standingOf } from '#shared/calendars/consent/rules/connect-link';
import type { Clock } from '#shared/core/clock';
import type { ConnectLinkId } from '#shared/core/ids';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';
import type { MemberStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface LookNeeds {
  readonly links: ConnectLinkStore;
  readonly members: MemberStore;
  readonly workspaces: Pick<WorkspaceStore, 'find'>;
  readonly secrets: OneTimeSecrets;
  readonly clock: Clock;
}

export interface SeenLink {
  readonly link: ConnectLink;
  /** `gone` where its workspace or its member is. */
  readonly standing: LinkStanding | 'gone';
  readonly workspace: Workspace;
  /** Of the person as the partner knows them. */
  readonly email: string | null;
  readonly name: string | null;
}

/** The link behind an address; undefined for an id that nobody has and for a secret that is not its own. */
export const lookAtLink =
  (needs: LookNeeds) =>
  async (id: ConnectLinkId, secret: string): Promise<SeenLink | undefined> => {
    const link = (await needs.links.find(id))?.state;
    if (!link || !needs.secrets.isOf(secret, link.secretDigest)) return undefined;
    return seenLink(needs, link);
  };

/** The link with what stands around it; undefined where not even its workspace is left. */
export async function seenLink(
  { workspaces, members, clock }: Omit<LookNeeds, 'links' | 'secrets'>,
  link: ConnectLink,
): Promise<SeenLink | undefined> {
  const [workspace, linked] = await Promise.all([
    workspaces.find(link.workspaceId),
    memberLinked(members, link.workspaceId, link.whose),
  ]);
  if (!workspace) return undefined;
  const known = linked?.state ?? ('memberData' in link.whose ? link.whose.memberData : undefined);
  const isGone = workspace.state.archivedAt !== null || !known;
  return {
    link,
    standing: isGone ? 'gone' : standingOf(link, clock.now()),
    workspace: workspace.state,
    email: known?.email ?? null,
    name: known?.name ?? null,
  };
}
