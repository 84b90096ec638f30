import { type Member, noteConnection, personNamingJobs } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type {
  CalendarAccount,
  CalendarConnection,
  CalendarProviderName,
} from '#shared/calendars/connections/rules/calendar-connection';
import { connected, consentedAgain, syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections, connectionOfAccount, moveAccount } from '#shared/calendars/connections/store';
import { type ConsentingMember, consentingMember } from '#shared/calendars/consent/commands/find-connect-link';
import { type ConnectLink, type LinkedMember, linkStatus, usedFor } from '#shared/calendars/consent/rules/connect-link';
import { connectLinks } from '#shared/calendars/consent/store';
import { granted } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConnectLinkId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import { conflict } from '#shared/foundation/core/refusal';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

interface ConnectContext extends CommandContext {
  /** Only the sync worker opens grants. */
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** The member, the account that they consented for, and what it granted. */
export type Consent = LinkedMember & {
  readonly provider: CalendarProviderName;
  readonly accountEmail: string;
  readonly refreshToken: string;
  /** The link that the consent uses up. */
  readonly linkId?: ConnectLinkId;
};

/**
 * Connects a calendar after consent. The member's connection to the account becomes active again and keeps its id;
 * otherwise a connection is created, unless the account is active for another member of the workspace. A link that is
 * used in several browsers at once makes one connection. Its first sync is due at once.
 */
export const connectCalendar = command(
  async (context: ConnectContext, workspace: Workspace, consent: Consent): Promise<CalendarConnection> => {
    const at = context.clock.now();
    const loaded = await load(context, workspace, consent, at);
    const { account, member, holderId, own, link } = loaded;
    const decision = decide(context, loaded, at);
    const { id: connectionId, workspaceId, memberId, provider } = decision.state;
    const [sync, sealedGrant] = await Promise.all([
      own && calendarSyncs.find(context.table, connectionId),
      context.sealer.seal(consent.refreshToken, { workspace: workspaceId, resource: connectionId }),
    ]);
    const state = syncedAsOf(decision.state, sync?.state);
    const grant = {
      calendarId: connectionId,
      workspaceId,
      memberId,
      provider,
      accountEmail: account.email,
      sealedGrant,
    };
    await context.changes.save({
      at,
      writes: [
        calendarConnections.put(own, state),
        holderId === connectionId ? [] : [moveAccount({ ...account, before: holderId, after: connectionId })],
        members.put(member.before, noteConnection(member.state, state, at)),
        calendarSyncs.put(sync, granted(sync?.state, grant, at)),
        link ? connectLinks.put(link, usedFor(link.state, connectionId, at)) : [],
      ],
      limits: member.before ? [] : [context.useOf('members', workspaceId, at)],
      events: decision.events.map((type) => ({ type, connection: state })),
      jobs: [
        { type: 'calendar.due', calendarId: connectionId },
        ...(member.before ? [] : personNamingJobs(member.state, context.markOf)),
      ],
      subscriptions: workspace.endpoints,
      result: state,
    });
    return state;
  },
);

interface LoadedForConnect {
  readonly account: CalendarAccount;
  readonly member: ConsentingMember;
  readonly link: Loaded<ConnectLink> | undefined;
  /** The connection that the account leads to, also where it is another member's. */
  readonly holderId: CalendarConnection['id'] | undefined;
  readonly holder: Loaded<CalendarConnection> | undefined;
  /** The member's own connection to this account that is not disconnected. */
  readonly own: Loaded<CalendarConnection> | undefined;
}

async function load(
  context: ConnectContext,
  workspace: Workspace,
  consent: Consent,
  now: Instant,
): Promise<LoadedForConnect> {
  const { table } = context;
  const { provider, linkId } = consent;
  const account = { workspaceId: workspace.id, provider, email: comparableEmail(consent.accountEmail) };
  const [link, member, holderId] = await Promise.all([
    linkId && findOpenLink(table, linkId, now),
    consentingMember(context, workspace.id, consent, now),
    connectionOfAccount(table, account),
  ]);
  const [holder, own] = await Promise.all([
    holderId && calendarConnections.find(table, holderId),
    findOwn(table, member.state, account),
  ]);
  return { account, member, link, holderId, holder, own };
}

function decide({ ids }: ConnectContext, { account, member, holder, own }: LoadedForConnect, now: Instant) {
  const { id: memberId } = member.state;
  if (holder?.state.status === 'active' && holder.state.memberId !== memberId)
    throw conflict('Another member of the workspace has connected this calendar.', 'calendar_already_connected');
  if (own) return consentedAgain(own.state, now);
  const { workspaceId, provider, email: accountEmail } = account;
  return connected({ id: ids.make('cal'), workspaceId, memberId, provider, accountEmail, createdAt: now });
}

async function findOpenLink(table: Table, id: ConnectLinkId, now: Instant): Promise<Loaded<ConnectLink>> {
  const link = await connectLinks.find(table, id);
  const status = link ? linkStatus(link.state, now) : 'expired';
  if (!link || status !== 'open')
    throw conflict(`The link is ${status === 'used' ? 'used' : 'expired'}.`, `link_${status}`);
  return link;
}

/** Found by the member, since the account may lead to another member's connection by now. */
async function findOwn(
  table: Table,
  { connections: notes }: Member,
  { provider, email }: CalendarAccount,
): Promise<Loaded<CalendarConnection> | undefined> {
  const candidates = notes.filter((note) => note.provider === provider && note.status !== 'disconnected');
  const rows = await Promise.all(candidates.map(({ id }) => calendarConnections.find(table, id)));
  return rows.find((row) => row?.state.accountEmail === email && row.state.status !== 'disconnected');
}
