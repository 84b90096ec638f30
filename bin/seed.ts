import { CouldNotStart } from '#bin/could-not-start';

export interface Seeded {
  readonly api_key: string;
  readonly user_email: string;
  readonly workspace_id: string;
}

interface SeededTable {
  readonly endpoint: string;
  readonly region: string;
  readonly tableName: string;
}

/** Puts a user, a workspace that the user owns, and a key into a fresh stack: the same ids and key each time. */
export const seed = async ({ tableName }: SeededTable): Promise<Seeded> => {
  throw new CouldNotStart(`There is no way yet to put a first user into ${tableName}`);
};
