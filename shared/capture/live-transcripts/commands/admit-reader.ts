import { mayRead } from '#shared/capture/live-transcripts/commands/find-right';
import { liveTickets } from '#shared/capture/live-transcripts/tickets-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Queue } from '#shared/foundation/events/ports';
import { bots } from '#shared/meetings/bots/store';
import { liveReaders } from '#shared/meetings/live-transcripts/feeds-store';
import { livePlaces } from '#shared/meetings/live-transcripts/places-store';
import type { BotToServe, IsLiveTicket } from '#shared/meetings/live-transcripts/ports';
import { liveStatusOf } from '#shared/meetings/live-transcripts/rules/live-bot';
import { isTicketExpired, readAfter, ticketIssuedAt } from '#shared/meetings/live-transcripts/rules/live-ticket';
import { placeEndsAt } from '#shared/meetings/live-transcripts/rules/reader-limits';

interface Needs extends Pick<CommandContext, 'table' | 'clock'> {
  readonly queue: Queue<BotToServe>;
  readonly isLiveTicket: IsLiveTicket;
}

/** A connection that asks to read, with the query of its address. */
export interface AskingReader {
  readonly connectionId: string;
  readonly ticket: string | undefined;
  readonly after: string | undefined;
}

/**
 * Admits a connection by its ticket, once. `refused`: the ticket is wrong, was used, or has expired, or the right that it
 * was issued for has ended. `ended`: the call
 * ended since the ticket was issued. Nothing can be sent before the gateway has opened the connection, so the worker
 * sends what the reader lacks.
 */
export const admitReader =
  ({ table, clock, queue, isLiveTicket }: Needs) =>
  async ({ connectionId, ticket: text, after }: AskingReader): Promise<'admitted' | 'refused' | 'ended'> => {
    const now = clock.now();
    // Anyone can connect, as often as they want: what was made up costs no read.
    if (text === undefined || !(await isLiveTicket(text))) return 'refused';
    const ticket = await liveTickets.take(table, text);
    if (!ticket || isTicketExpired(ticket, now)) return 'refused';
    const { botId, userId, credential, place, workspaceId } = ticket;
    const opened = { userId, credential, at: ticketIssuedAt(ticket) };
    if (!(await mayRead(table, opened, workspaceId, now))) return 'refused';
    const bot = await bots.find(table, botId);
    if (liveStatusOf(bot?.state) === 'ended') return 'ended';
    if (place) await livePlaces.keep(table, place, placeEndsAt(now));
    const reader = { connectionId, userId, credential, place, connectedAt: now, after: readAfter(after), told: null };
    await liveReaders.add(table, botId, reader);
    try {
      await queue.send([{ message: { botId, workspaceId }, group: workspaceId }]);
    } catch (error) {
      // The connection is refused then. A row that stays is found out when something is sent to it.
      await liveReaders.remove(table, botId, reader).catch(() => undefined);
      throw error;
    }
    return 'admitted';
  };

/** Forgets a connection that has ended. The worker notices at its next look. */
export const forgetReader =
  ({ table }: Pick<Needs, 'table'>) =>
  async (connectionId: string): Promise<void> => {
    const botId = await liveReaders.botOf(table, connectionId);
    const reader = botId && (await liveReaders.find(table, botId, connectionId));
    if (reader) await liveReaders.remove(table, botId, reader);
  };
