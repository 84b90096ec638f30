import type { AccessTokens } from '#shared/accounts/oauth/ports';
import type { UserId } from '#shared/foundation/core/ids';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { SearchEngine } from '#shared/texts/search/sqlite/search-engine';
import type { PageContext } from '#shared/wiring/pages';

export interface ConnectorContext extends PageContext {
  readonly files: FileStorage;
  readonly accessTokens: AccessTokens;
  readonly searchEngine: SearchEngine;
}

/** One request of an agent, for a tool or a resource: its context, and the user that it acts for. */
export interface AgentRequest {
  readonly context: ConnectorContext;
  readonly userId: UserId;
  /** The id of the agent. */
  readonly agentId: string;
  /** Has a defect logged: its message may quote input, so the agent does not get it. */
  readonly onDefect: (error: Error) => void;
}
