import { idOf, type UserId } from '#shared/foundation/core/ids';

interface AgentIdParts {
  readonly userId: UserId;
  /** Base64url. */
  readonly random: string;
}

/** The id of an agent: one segment of a path. */
export const agentIdOf = ({ userId, random }: AgentIdParts): string => `${userId}-${random}`;

/** Agents were named with a dot before; their tokens still name them so. */
const AGENT_ID = /^(usr_[0-9a-z]{26})[.-]([\w-]{1,64})$/;

/** The parts of the id of an agent; undefined for a text of another form. */
export function partsOf(agentId: string): AgentIdParts | undefined {
  const [, user, random] = AGENT_ID.exec(agentId) ?? [];
  const userId = idOf('usr', user);
  return userId && random !== undefined ? { userId, random } : undefined;
}
