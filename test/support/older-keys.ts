import type { UserId } from '#shared/foundation/core/ids';
import { userKeyKey } from '#shared/foundation/dynamodb/keys';
import type { World } from '#test/support/api';

/** Makes a user's key one that was created before sealed copies were kept. */
export const withoutSealedCopy = ({ context }: Pick<World, 'context'>, user: UserId): Promise<boolean> =>
  context.table.write({ update: userKeyKey(user), set: { text: 'REMOVE sealed' } });
