import type { WorkspaceId } from '#shared/core/ids';
import type { OutboxNotice } from '#shared/events/ports/outbox';

/** A workspace that is due. It has no outbox row. */
export interface WorkspaceNotice {
  readonly id: WorkspaceId;
  readonly type: 'job.workspace_due';
  readonly subject?: undefined;
}

export type BusNotice = OutboxNotice | WorkspaceNotice;

/** Publishes the keys of outbox rows and of due workspaces. */
export interface EventBus {
  /** Throws unless every message was accepted; some may have been accepted, and may be delivered twice. */
  publish(notices: readonly BusNotice[]): Promise<void>;
}
