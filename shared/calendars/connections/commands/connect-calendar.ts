import type {
  CalendarAccount,
  CalendarConnection,
  CalendarProviderName,
} from '#shared/calendars/connections/rules/calendar-connection';
import { connected, consentedAgain } from '#shared/calendars/connections/rules/transitions';
import { type ConsentingMember, memberConsenting } from '#shared/calendars/consent/commands/member-consenting';
import type { ConnectLinkStore } from '#shared/calendars/consent/ports/connect-links';
import { type ConnectLink, type LinkedMember, standingOf, usedFor } from '#shared/calendars/consent/rules/connect-link';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import { granted } from '#shared/calendars/sync/rules/sync-transitions';
import type { ChangeStore } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { ConnectLinkId } from '#shared/core/ids';
import type { UseOf } from '#shared/core/limits';
import { conflict } from '#shared/core/refusal';
import type { Sealer } from '#shared/core/sealer';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { CalendarConnectionStore, MemberStore } from '#shared/events/ports/stores';
import { comparableEmail, type Member } from '#shared/members/rules/member';
import { noteConnection } from '#shared/members/rules/note-connection';
import { personsFollow } from '#shared/members/rules/person-naming';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface ConnectNeeds {
  readonly connections: CalendarConnectionStore;
  readonly members: MemberStore;
  readonly syncs: CalendarSyncStore;
  readonly links: ConnectLinkStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** It only ever seals: what reads calendars alone opens. */
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly markOf: (email: string) => string;
  readonly useOf: UseOf;
}

/** Whose calendar it is, the account that consent was given for, and what it granted. */
export type Consent = LinkedMember & {
  readonly provider: CalendarProviderName;
  readonly accountEmail: string;
  readonly refreshToken: string;
  /** The link that is used up by it. */
  readonly linkId?: ConnectLinkId;
};

/**
 * What follows a member's consent: of a link in several browsers at once, one connection. A connection of theirs to
 * this account is healed and keeps its id; otherwise one is made, unless the account is active for another member of
 * the workspace. Its sync is due at once.
 */
export const connectCalendar =
  (needs: ConnectNeeds) =>
  (workspace: Workspace, consent: Consent): Promise<CalendarConnection> =>
    withRetry(needs, async () => {
      const now = needs.clock.now();
      const read = await readAround(needs, workspace, consent, now);
      const { account, member, holderId, own, link } = read;
      const { state, events } = decide(needs, read, now);
      const { id: connectionId, workspaceId, memberId, provider } = state;
      const [sync, sealedGrant] = await Promise.all([
        own && needs.syncs.find(connectionId),
        needs.sealer.seal(consent.refreshToken, { workspace: workspaceId, resource: connectionId }),
      ]);
      const grant = { connectionId, workspaceId, memberId, provider, accountEmail: account.email, sealedGrant };
      await needs.changes.save({
        at: now,
        calendarConnections: [{ before: own, after: state }],
        accounts: holderId === connectionId ? [] : [{ ...account, before: holderId, after: connectionId }],
        members: [{ before: member.before, after: noteConnection(member.state, state, now) }],
        calendarSyncs: [{ before: sync, after: granted(sync?.state, grant, now) }],
        connectLinks: link ? [{ before: link, after: usedFor(link.state, connectionId, now) }] : [],
        uses: member.before ? [] : [needs.useOf('members', workspaceId, now)],
        events: events.map((type) => ({ type, connection: state })),
        jobs: [
          { type: 'calendar.due', connectionId },
          ...(member.before ? [] : personsFollow(member.state, needs.markOf)),
        ],
        audience: workspace.endpoints,
      });
      return state;
    });

interface Around {
  readonly account: CalendarAccount;
  readonly member: ConsentingMember;
  readonly link: Loaded<ConnectLink> | undefined;
  readonly holderId: CalendarConnection['id'] | undefined;
  readonly holder: Loaded<CalendarConnection> | undefined;
  /** The member's connection to this account that stands. */
  readonly own: Loaded<CalendarConnection> | undefined;
}

async function readAround(needs: ConnectNeeds, workspace: Workspace, consent: Consent, now: Instant): Promise<Around> {
  const { provider, linkId } = consent;
  const account = { workspaceId: workspace.id, provider, email: comparableEmail(consent.accountEmail) };
  const [link, member, holderId] = await Promise.all([
    linkId && openLink(needs.links, linkId, now),
    memberConsenting(needs, workspace.id, consent, now),
    needs.connections.idOfAccount(account),
  ]);
  const [holder, own] = await Promise.all([
    holderId && needs.connections.find(holderId),
    ownTo(needs.connections, member.state, account),
  ]);
  return { account, member, link, holderId, holder, own };
}

function decide({ ids }: ConnectNeeds, { account, member, holder, own }: Around, now: Instant) {
  const { id: memberId } = member.state;
  if (holder?.state.status === 'active' && holder.state.memberId !== memberId)
    throw conflict('Another member of the workspace has connected this calendar.', 'calendar_already_connected');
  if (own) return consentedAgain(own.state, now);
  const { workspaceId, provider, email: accountEmail } = account;
  return connected({ id: ids.make('cal'), workspaceId, memberId, provider, accountEmail, createdAt: now });
}

async function openLink(links: ConnectLinkStore, id: ConnectLinkId, now: Instant): Promise<Loaded<ConnectLink>> {
  const link = await links.find(id);
  const standing = link ? standingOf(link.state, now) : 'expired';
  if (!link || standing !== 'open')
    throw conflict(`The link is ${standing === 'used' ? 'used' : 'expired'}.`, `link_${standing}`);
  return link;
}

/** Also where the account has been another member's meanwhile. */
async function ownTo(
  connections: CalendarConnectionStore,
  { connections: notes }: Member,
  { provider, email }: CalendarAccount,
): Promise<Loaded<CalendarConnection> | undefined> {
  const standing = notes.filter((note) => note.provider === provider && note.status !== 'disconnected');
  const rows = await Promise.all(standing.map(({ id }) => connections.find(id)));
  return rows.find((row) => row?.state.accountEmail === email && row.state.status !== 'disconnected');
}
