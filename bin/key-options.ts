import { CouldNotStart } from '#bin/could-not-start';
import { stageFrom } from '#bin/stages';
import type { Deployment } from '#bin/table-for';
import { DEPLOYMENT_OPTIONS, valuesIn } from '#bin/words';
import { idOf, type UserId } from '#shared/core/ids';

interface KeyOptions extends Deployment {
  readonly userId: UserId;
}

export const KEY_USAGE = `npm run key -- --user U [--stage S] [--table T]

  --user U        the usr_ id of whoever needs a new key
  --stage S       local, sandbox or production (local)
  --table T       the table, where the stage alone does not lead to it

Prints the user's new API key, this once; the old one ends at once, everywhere. The version it is pinned to stays.`;

const OPTIONS = { user: { type: 'string' }, ...DEPLOYMENT_OPTIONS } as const;

/** Reads the words after `npm run key --`; undefined when help is asked for. What it cannot read it refuses in a sentence. */
export function parseKeyOptions(words: readonly string[]): KeyOptions | undefined {
  const { user, stage, table, help } = valuesIn(words, OPTIONS);
  if (help) return undefined;
  const userId = idOf('usr', user);
  if (userId === undefined) throw new CouldNotStart('--user is needed: the id of a user, usr_ and 26 characters');
  return { stage: stageFrom(stage), table, userId };
}
