import { MessageNotInflight, ReceiptHandleIsInvalid } from '@aws-sdk/client-sqs';

export interface QueueSettings {
  /** How long a received message stays hidden; 30 by default, as in AWS. */
  readonly visibilityTimeoutSeconds?: number;
  /** After so many receives without a delete, the next one moves the message there instead. */
  readonly redrive?: { readonly to: string; readonly maxReceiveCount: number };
}

export interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  /** Whose it is, where its sender said so. */
  readonly group?: string;
  readonly sentAt: number;
  visibleAt: number;
  receives: number;
  firstReceivedAt?: number;
  /** Of the newest receive; older ones no longer delete it. */
  receipt?: string;
}

const $metadata = { httpStatusCode: 400, attempts: 1 };

/** The messages of one standard queue. Each is delivered once per visibility timeout, oldest first. */
export class MemoryQueue {
  readonly settings: QueueSettings;
  readonly #messages = new Map<string, QueuedMessage>();
  readonly #receipts = new Map<string, string>();

  constructor(settings: QueueSettings) {
    this.settings = settings;
  }

  get messages(): readonly QueuedMessage[] {
    return [...this.#messages.values()];
  }

  add(message: QueuedMessage): void {
    this.#messages.set(message.id, message);
  }

  /** Hides and hands over what is visible; `give` takes what was received too often already. */
  receive(
    most: number,
    now: number,
    hiddenForMs: number,
    give: (message: QueuedMessage) => void,
  ): readonly QueuedMessage[] {
    const taken: QueuedMessage[] = [];
    for (const message of this.messages) {
      if (taken.length === most || message.visibleAt > now) continue;
      if (message.receives >= (this.settings.redrive?.maxReceiveCount ?? Number.POSITIVE_INFINITY)) {
        this.#messages.delete(message.id);
        give(message);
      } else taken.push(this.#hide(message, now, hiddenForMs));
    }
    return taken;
  }

  /** Takes out what a move task would: all, hidden or not. */
  drain(): readonly QueuedMessage[] {
    const { messages } = this;
    this.#messages.clear();
    return messages;
  }

  /** Deletes what this receipt is for; a receipt outlived by a newer one deletes nothing, and says nothing. */
  delete(receipt: string | undefined): void {
    const message = this.#messageOf(receipt);
    if (message?.receipt === receipt && message) this.#messages.delete(message.id);
  }

  changeVisibility(receipt: string | undefined, visibleAt: number, now: number): void {
    const message = this.#messageOf(receipt);
    if (message?.receipt !== receipt || !message || message.visibleAt <= now)
      throw new MessageNotInflight({ message: 'The message is not in flight', $metadata });
    message.visibleAt = visibleAt;
  }

  #hide(message: QueuedMessage, now: number, hiddenForMs: number): QueuedMessage {
    message.receives += 1;
    message.firstReceivedAt ??= now;
    message.visibleAt = now + hiddenForMs;
    message.receipt = `${message.id}#${message.receives}`;
    this.#receipts.set(message.receipt, message.id);
    return message;
  }

  #messageOf(receipt: string | undefined): QueuedMessage | undefined {
    const id = this.#receipts.get(receipt ?? '');
    if (id === undefined)
      throw new ReceiptHandleIsInvalid({ message: 'The input receipt handle is invalid.', $metadata });
    return this.#messages.get(id);
  }
}
