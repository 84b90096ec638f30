/** Where messages wait for a worker. They may arrive twice and in any order. */
export interface Queue<Message> {
  /** Throws unless every message was taken; some of them may have been. */
  send(messages: readonly Outgoing<Message>[]): Promise<void>;
}

export interface Outgoing<Message> {
  readonly message: Message;
  /** Whole seconds, at most 900. */
  readonly delaySeconds?: number;
  /** Whose message it is: many from one must not hold up the others'. */
  readonly group?: string;
}

/** A message while a worker has it. */
export interface Received {
  /** The queue's own name. */
  readonly queue: string;
  readonly receipt: string;
}

export interface Visibility {
  /** Hides a received message for so many seconds from now, instead of for as long as its queue would. */
  hideFor(received: Received, seconds: number): Promise<void>;
}
