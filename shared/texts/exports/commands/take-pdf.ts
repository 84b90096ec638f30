import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { giveBackAll, takeUses } from '#shared/foundation/commands/take-uses';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { sharedUses, type Use } from '#shared/foundation/core/uses';

/** A shorter PDF is written within three seconds: the limit of exports bounds how many there are. */
const COUNTED_FROM = 100_000;
/** Those that wait for the same hour come at times of their own. */
const SPREAD_MS = 10 * MINUTE_MS;

type Counting = Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter' | 'randomBytes'>;

/**
 * Counts one PDF towards the limits of its workspace and of all that its founder has, by `writtenSize`, before it is written.
 * Called again with more characters, as after a correction, it counts the difference. When to ask again, where there is no
 * room: nothing of the PDF is counted then.
 */
export function takePdf({ clock, useOf, limitCounter, randomBytes }: Counting, workspace: Workspace) {
  let taken: readonly Use[] = [];
  let counted = 0;
  return async (characters: number): Promise<Instant | undefined> => {
    if (characters < COUNTED_FROM || characters <= counted) return undefined;
    const now = clock.now();
    const more = characters - counted;
    const founded = { workspaceId: workspace.id, founderId: founderOf(workspace) };
    const result = await takeUses(limitCounter)(sharedUses(useOf, 'pdf_characters', founded, now, more));
    if ('reached' in result) {
      await giveBackAll(limitCounter, taken);
      [taken, counted] = [[], 0];
      const [random = 0] = randomBytes(1);
      return later(useOf('pdf_characters', workspace.id, now).windowEndsAt, (SPREAD_MS * random) / 256);
    }
    taken = [...taken, ...result.taken];
    counted = characters;
    return undefined;
  };
}
