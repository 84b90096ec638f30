import type { UserId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** Identifies a request by user, method, path and `Idempotency-Key`: docs/limits-and-rules.md#idempotency. */
export interface RequestName {
  readonly userId: UserId;
  /** Of method, path and key. */
  readonly digest: string;
}

/** The record of one request: its answer, or that it is being worked on. */
export interface IdempotencyRecord {
  readonly name: RequestName;
  /** Of the body as it was parsed: the same key with another body is a mistake. */
  readonly bodyDigest: string;
  /** Undefined while an operation runs that calls outside before it saves; it then runs at most until `expiresAt`. */
  readonly answer: string | undefined;
  readonly expiresAt: Instant;
  /** It takes the place of the mark that the operation runs. */
  readonly afterRunning?: boolean;
}

/** Makes the record of a request from the result of its command, for the same transaction; undefined for a request without a key. */
export type MakeRecord<Result> = (result: Result) => Promise<IdempotencyRecord | undefined>;

/** Records by request. One that has expired counts as none. */
export interface IdempotencyRecords {
  find(name: RequestName, now: Instant): Promise<IdempotencyRecord | undefined>;
  /** Writes it where there is none; false where there is. */
  saveNew(record: IdempotencyRecord, now: Instant): Promise<boolean>;
  remove(name: RequestName): Promise<void>;
}

/** Thrown by `ChangeStore.save`: the same request has been answered meanwhile, and nothing was saved. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
}
