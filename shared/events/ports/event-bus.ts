import type { WorkspaceId } from '#shared/core/ids';
import type { OutboxNotice } from '#shared/events/ports/outbox';

/** A workspace whose own moment has come. It has no outbox row: the workspace itself is due. */
export interface WorkspaceNotice {
  readonly id: WorkspaceId;
  readonly type: 'job.workspace_due';
  readonly subject?: undefined;
}

export type BusNotice = OutboxNotice | WorkspaceNotice;

/** Tells whoever works on it that an outbox row is there, or that a workspace is due. */
export interface EventBus {
  /** Throws unless every notice was taken; some of them may have been, and may come twice. */
  publish(notices: readonly BusNotice[]): Promise<void>;
}
