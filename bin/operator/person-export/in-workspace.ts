import { type Held, isOf, mentions, type Sources, walked } from '#bin/operator/person-export/held';
import { inMeeting } from '#bin/operator/person-export/in-meeting';
import { liveSpeakers } from '#bin/operator/person-export/live-speakers';
import { mailsAbout } from '#bin/operator/person-export/mails-about';
import { presentMember } from '#shared/accounts/members/present';
import { memberByEmail, members } from '#shared/accounts/members/store';
import { allListed } from '#shared/accounts/memberships/store';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { DeliveryId, WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { bots } from '#shared/meetings/bots/store';
import { meetings } from '#shared/meetings/meetings/store';
import { attendancesOfPerson } from '#shared/meetings/people/attendances-store';
import { presentPersonRecord } from '#shared/meetings/people/present';
import { people, personIdByEmail } from '#shared/meetings/people/store';
import { deliveries } from '#shared/webhooks/delivery/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

/** What a workspace holds on an address, found by keys and lists alone. */
export async function* inWorkspace(sources: Sources, workspaceId: WorkspaceId, email: string): AsyncGenerator<Held> {
  const asked = { ...sources, workspaceId, email };
  yield* ofMember(asked);
  yield* ofPerson(asked);
  yield* ofMemberships(asked);
  yield* ofConnections(asked);
  for await (const meeting of walked((page) => meetings.list(sources.table, workspaceId, page)))
    yield* inMeeting(sources, meeting, email);
  yield* ofBots(asked);
  yield* ofMails(asked);
  yield* ofEvents(asked);
}

interface AskedOf extends Sources {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
}

async function* ofMember({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  const found = await memberByEmail(table, workspaceId, email);
  const member = found && (await members.find(table, found.memberId))?.state;
  if (member) yield presentMember(member);
}

async function* ofPerson({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  const id = await personIdByEmail(table, workspaceId, email);
  const person = id && (await people.find(table, id))?.state;
  if (!person) return;
  yield presentPersonRecord(person);
  for (const { meetingId, name, at, attends } of await attendancesOfPerson(table, person.id))
    yield { object: 'attendance', workspace_id: workspaceId, meeting_id: meetingId, name, at: isoOf(at), attends };
}

async function* ofMemberships({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  for (const one of await allListed(table, workspaceId)) {
    if (!('membership' in one) || !isOf(email, one.membership.email)) continue;
    const { id, role, status, invitedAt, createdAt } = one.membership;
    const times = { invited_at: isoOrNull(invitedAt), created_at: isoOf(createdAt) };
    yield { object: 'membership', id, workspace_id: workspaceId, email: one.membership.email, role, status, ...times };
    yield* mailsAbout(table, id, email);
  }
}

async function* ofConnections({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  for await (const connection of walked((page) => calendarConnections.list(table, workspaceId, page)))
    if (isOf(email, connection.accountEmail)) yield presentCalendarConnection(connection);
}

async function* ofBots({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  for await (const bot of walked((page) => bots.list(table, workspaceId, page))) {
    const { id, meetingId, participants } = bot;
    const named = participants.filter((one) => isOf(email, one.email));
    if (named.length > 0)
      yield { object: 'bot', id, workspace_id: workspaceId, meeting_id: meetingId, participants: named };
    yield* liveSpeakers(table, bot, email);
  }
}

async function* ofMails({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  for await (const { id } of walked((page) => webhookEndpoints.list(table, workspaceId, page)))
    yield* mailsAbout(table, id, email);
}

/** Stored webhook events whose resource names the address, by their ids. */
async function* ofEvents({ table, workspaceId, email }: AskedOf): AsyncGenerator<Held> {
  const outbox = outboxRows(table);
  for await (const { id, outboxId, type, createdAt } of walked((page) => deliveries.list(table, workspaceId, page))) {
    const event = await outbox.read(outboxId, type);
    if (event && mentions(email, event.snapshot)) yield heldEvent(id, workspaceId, type, isoOf(createdAt));
  }
}

const heldEvent = (id: DeliveryId, workspaceId: WorkspaceId, type: string, createdAt: string): Held => ({
  ...{ object: 'webhook_event', id, workspace_id: workspaceId, type, created_at: createdAt },
});
