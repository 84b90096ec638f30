import type { ApiKeys } from '#shared/accounts/identity/ports';
import type { RefuseWhileReadOnly } from '#shared/api/read-only/ports';
import type { CommandContext, Dependencies } from '#shared/foundation/commands/context';
import type { Clock } from '#shared/foundation/core/clock';
import type { Choices, Deployment } from '#shared/foundation/core/deployment';
import type { UserId } from '#shared/foundation/core/ids';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import type { AddressHashes, CursorSigner } from '#shared/foundation/http/ports';

/** One line for each request; only what is named here is ever written: no query, no header, no body. */
export interface AccessEntry {
  readonly message: 'request';
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  /** Of a key that was verified. */
  readonly userId: UserId | undefined;
  /** The public id of the key that was sent, also where it was refused: a revoked or stolen key leaves a trail. */
  readonly keyId?: string;
  /** The hash of the caller's address. */
  readonly addressHash: string;
  readonly version: string;
  readonly durationMs: number;
  /**
   * The defect behind a 500, or the failure of an AWS service behind a 503: its name and where it was thrown, never its
   * message, which may quote input.
   */
  readonly defect?: string;
}

/** What every group of endpoints needs, those without a table too. */
export interface HttpContext {
  readonly clock: Clock;
  /** Root of the API as callers see it, ending in /api/v1. */
  readonly baseUrl: string;
  /** What older versions show of this deployment: its time zone. */
  readonly server: { readonly zone: string };
  /** How many proxies of ours stand in front of the gateway; none where absent. */
  readonly proxies?: number;
  readonly log: (entry: AccessEntry) => void;
}

/** What differs between the cloud, a test and a benchmark. */
export interface AppDependencies extends Dependencies, HttpContext {
  readonly sealer: Sealer;
  /** Root of the hosted pages. */
  readonly appUrl: string;
  /** Where readers of live transcripts connect, `wss://…`. */
  readonly liveUrl: string;
  /** Features that are off and settings that are enforced; none where absent. */
  readonly deployment?: Deployment;
  /** Whether a model writes summaries, in any language that is asked for; true where absent. */
  readonly hasSummaryModel?: (table: Table) => Promise<boolean>;
  /** Webhooks may go to localhost: local stacks only. */
  readonly allowLocalReceivers: boolean;
}

/** The limit of what the requests of one user send, and have the service read and answer. */
export interface WorkLimit {
  /** Whether the limit was reached by what this process counted. */
  isReachedBy(userId: UserId): boolean;
  /** Says whose request is under way. Throws the 429 while the limit of the user is reached. */
  admit(userId: UserId): void;
  /** Runs a request, then counts what it read and its answer for the user that it was admitted for. */
  measure<Answer extends { readonly body?: unknown }>(request: () => Promise<Answer>): Promise<Answer>;
}

/** The addresses, as `callerAddress` hashes them, that sent an invalid API key with a right checksum within the last minute. */
export interface InvalidKeySenders {
  /** Whether a request of this address has its key read alone. */
  has(address: string): boolean;
  add(address: string): void;
}

/** Throws the 422 of the settings in a body that this deployment forbids or does not have. */
export type RefuseUnavailableSettings = (
  context: Pick<AppContext, 'table' | 'deployment' | 'hasSummaryModel'>,
  choices: Choices,
  body: unknown,
) => Promise<void>;

/** What endpoints and hosted pages work with. */
export interface AppContext extends AppDependencies, CommandContext {
  readonly apiKeys: ApiKeys;
  /** Reads the key once per execution environment. */
  readonly addressHashes: () => Promise<AddressHashes>;
  /** Of the cursors of lists. */
  readonly cursorSigner: CursorSigner;
  /** The text of a new ticket for a reader of a live transcript. */
  readonly makeLiveTicket: () => Promise<string>;
  readonly personHashes: PersonHashes;
  readonly deployment: Deployment;
  readonly refuseUnavailableSettings: RefuseUnavailableSettings;
  readonly refuseWhileReadOnly: RefuseWhileReadOnly;
  readonly workLimit: WorkLimit;
  readonly invalidKeySenders: InvalidKeySenders;
}
