import type { BotId, OutboxId } from '#shared/domain/ids';
import type { Instant } from '#shared/domain/time';

/** Jobs stay due until somebody says they are done. */
export interface JobRows {
  finish(job: JobRef): Promise<void>;
  postpone(job: JobRef, until: Instant): Promise<void>;
}

export interface JobRef {
  readonly id: OutboxId;
  readonly type: string;
  readonly botId: BotId;
}
