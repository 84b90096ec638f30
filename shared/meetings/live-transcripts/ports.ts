import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** The connections of readers to the gateway. */
export interface LiveConnections {
  /**
   * Sends a text frame. `gone`: the connection has ended, or has not begun. `failed`: it did not take the frame within a
   * second, or the gateway refused it.
   */
  post(connectionId: string, frame: string): Promise<'sent' | 'gone' | 'failed'>;
  /** Ends a connection. `ended`: also where it had ended already. `failed`: the gateway did not do it within a second. */
  close(connectionId: string): Promise<'ended' | 'failed'>;
}

/** A message to the worker that serves live transcripts. */
export interface BotToServe {
  readonly botId: BotId;
  /** The message group. */
  readonly workspaceId: WorkspaceId;
  /** The look that it is for. Left out where a reader or a line is new, and by the sweeper. */
  readonly lookAt?: Instant;
}

/** The text of a new ticket. */
export type MakeLiveTicket = () => Promise<string>;

/** Whether this deployment issued a ticket with the text, once: known without a read of the table. */
export type IsLiveTicket = (text: string) => Promise<boolean>;
