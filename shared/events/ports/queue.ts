/** A queue: messages may arrive twice and in any order. */
export interface Queue<Message> {
  /** Throws unless every message was accepted; some may have been. */
  send(messages: readonly Outgoing<Message>[]): Promise<void>;
}

export interface Outgoing<Message> {
  readonly message: Message;
  /** Whole seconds, at most 900. */
  readonly delaySeconds?: number;
  /** The message group: many messages of one group do not delay the others. */
  readonly group?: string;
}

/** A received message. */
export interface Received {
  /** The queue's own name. */
  readonly queue: string;
  readonly receipt: string;
}

export interface Visibility {
  /** Hides a received message for this many seconds from now, in place of the queue's visibility timeout. */
  hideFor(received: Received, seconds: number): Promise<void>;
}
