import type { Credential } from '#shared/accounts/identity/rules/credential';
import { liveTickets } from '#shared/capture/live-transcripts/tickets-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { livePlaces } from '#shared/meetings/live-transcripts/places-store';
import type { MakeLiveTicket } from '#shared/meetings/live-transcripts/ports';
import { liveBotOf } from '#shared/meetings/live-transcripts/rules/live-bot';
import { ticketExpiry } from '#shared/meetings/live-transcripts/rules/live-ticket';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

interface Needs extends Pick<CommandContext, 'table' | 'clock' | 'randomBytes' | 'useOf' | 'limitCounter'> {
  /** Where readers connect, `wss://…`. */
  readonly liveUrl: string;
  readonly makeLiveTicket: MakeLiveTicket;
}

/** A bot that is still to come makes a meeting live later. */
const notLive = ({ recordings }: Meeting): string =>
  recordings.some(({ status }) => status === 'queued')
    ? 'The meeting is not live yet: its bot has not begun to join the call. Ask again after bot.recording_started.'
    : 'The meeting is not live: no bot of it is in the call. What was said is in its results.';

const PLACE_BYTES = 9;

interface Wanted {
  readonly userId: UserId;
  /** The reader is ended with it. */
  readonly credential: Credential | undefined;
  readonly meeting: Meeting;
  /** The id of the last segment that the reader has. */
  readonly after: number | undefined;
}

/** An address at which one connection reads a live transcript, begun before the ticket in it expires. */
export interface LiveAddress {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** Issues a ticket to a user who may read the meeting. 409 where no bot of it is in the call or joins; 429 over the limits of
 * tickets and of readers. */
export const issueTicket =
  ({ table, clock, randomBytes, useOf, limitCounter, liveUrl, makeLiveTicket }: Needs) =>
  async ({ userId, credential, meeting, after }: Wanted): Promise<LiveAddress> => {
    const botId = liveBotOf(meeting);
    if (botId === undefined) throw conflict(notLive(meeting));
    const { id: meetingId, workspaceId } = meeting;
    const at = clock.now();
    const expiresAt = ticketExpiry(at);
    const place = { id: Buffer.from(randomBytes(PLACE_BYTES)).toString('base64url'), userId, meetingId };
    await limitCounter.take(useOf('live_tickets', userId, at));
    const text = await makeLiveTicket();
    await livePlaces.take(table, place, expiresAt, at);
    await liveTickets.keep(table, text, { botId, meetingId, workspaceId, userId, credential, place, expiresAt });
    const query = new URLSearchParams({ ticket: text, ...(after !== undefined && { after: String(after) }) });
    return { url: `${liveUrl}?${query}`, expiresAt };
  };
