import type { DeliveryId } from '#shared/foundation/core/ids';
import type { SimulatedReceiver } from './receivers.ts';

/** An endpoint as its owner knows it. */
export interface KnownEndpoint {
  readonly id: string;
  readonly workspaceId: string;
  readonly types: readonly string[];
  /** How the title begins of the events that are wanted, by type; of other types all are. */
  readonly titles: Readonly<Record<string, string>>;
  /** Its `max_per_second`. */
  readonly rate: number | null;
  readonly receiver: SimulatedReceiver;
  /** Every secret that an answer has shown. */
  readonly secrets: string[];
  isEnabled: boolean;
  /** Whether it was ever disabled: askings from before may then have come to nothing. */
  wasDisabled: boolean;
  /** When the answer to its deletion came. */
  deletedAt: number | undefined;
}

/** A change that a client brought about and that names an event. */
interface KnownEvent {
  readonly meetingId: string;
  readonly type: string;
  /** Of the meeting at that moment. */
  readonly title: string;
  /** Subscribed at that moment, disabled ones included. */
  readonly endpoints: readonly string[];
}

/** The responses that clients got, which the service must keep to. */
export interface Ledger {
  readonly endpoints: KnownEndpoint[];
  readonly events: KnownEvent[];
  readonly meetings: Set<string>;
  /** Askings for one more attempt that were accepted. */
  readonly askings: DeliveryId[];
  readonly answers: Map<number | 'none', number>;
  readonly broken: string[];
}

export const emptyLedger = (): Ledger => ({
  ...{ endpoints: [], events: [], meetings: new Set(), askings: [], answers: new Map(), broken: [] },
});
