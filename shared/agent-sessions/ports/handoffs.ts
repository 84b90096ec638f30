import type { Handoff } from '#shared/agent-sessions/rules/handoff';

/** Handoffs by their code, of which a hash is stored. All throw `Throttled`. */
export interface HandoffStore {
  keep(code: string, handoff: Handoff): Promise<void>;
  /** Also one that is over, for as long as it lies there. */
  find(code: string): Promise<Handoff | undefined>;
  /** Takes it away; true for one caller alone, however many try at once. */
  consume(code: string): Promise<boolean>;
}

/** Makes codes that nobody guesses, and knows one when it sees it. */
export interface HandoffCodes {
  make(): string;
  /** The code in what somebody pasted; undefined where it cannot be one, which costs no read. */
  read(pasted: string): string | undefined;
}
