import * as v from 'valibot';
import { CredentialRow } from '#shared/accounts/identity/row';
import type { Table } from '#shared/foundation/core/table';
import { ttlAt } from '#shared/foundation/core/time';
import { liveTicketKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';
import { PlaceRow } from '#shared/meetings/live-transcripts/places-store';
import type { LiveTicket } from '#shared/meetings/live-transcripts/rules/live-ticket';

const TicketRow: v.GenericSchema<unknown, LiveTicket> = v.object({
  botId: id('bot'),
  meetingId: id('mtg'),
  workspaceId: id('wks'),
  userId: id('usr'),
  credential: v.exactOptional(CredentialRow),
  place: v.exactOptional(PlaceRow),
  expiresAt: instant,
});

/** Tickets for live transcripts, by the digest of their text. */
export const liveTickets = {
  async keep(table: Table, text: string, ticket: LiveTicket): Promise<void> {
    const ttl = ttlAt(ticket.expiresAt);
    const put = { ...liveTicketKey(text), type: 'live_ticket', state: JSON.stringify(ticket), ttl };
    await table.write({ put, when: unlessThere });
  },

  /** Takes a ticket: of several that try at once, one gets it. Expired ones are among them. */
  async take(table: Table, text: string): Promise<LiveTicket | undefined> {
    const item = await table.get(liveTicketKey(text));
    if (!item) return undefined;
    const isFirst = await table.write({ remove: liveTicketKey(text), when: { text: 'attribute_exists(pk)' } });
    return isFirst ? stateOf(TicketRow, item) : undefined;
  },
};
