import type { CommandContext } from '#shared/foundation/commands/context';
import type { PersonHashes } from '#shared/foundation/core/person-hashes';

/** What commands work with that take in names and addresses. */
export interface ErasureContext extends CommandContext {
  readonly personHashes: PersonHashes;
}
