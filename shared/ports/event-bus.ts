import type { OutboxNotice } from '#shared/ports/outbox';

/** Tells whoever works on it that an outbox row is there. */
export interface EventBus {
  /** Throws unless every notice was taken; some of them may have been, and may come twice. */
  publish(notices: readonly OutboxNotice[]): Promise<void>;
}
