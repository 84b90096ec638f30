import type { CommandContext } from '#shared/commands/context';
import { takeUses } from '#shared/commands/take-uses';
import type { Instant } from '#shared/core/time';
import { founderOf, type Workspace } from '#shared/workspaces/rules/workspace';

/** A shorter PDF is written within three seconds: the limit of exports bounds how many there are. */
const COUNTED_FROM = 100_000;

/**
 * Counts a PDF towards the limits of its workspace and of all that its founder has, by `writtenSize`, before it is written.
 * When there is room again, where there is none: nothing is counted then.
 */
export const takePdf =
  ({ clock, useOf, limitCounter }: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>) =>
  async (workspace: Workspace, characters: number): Promise<Instant | undefined> => {
    if (characters < COUNTED_FROM) return undefined;
    const now = clock.now();
    const ofWorkspace = useOf('pdf_characters', workspace.id, now, characters);
    const ofFounder = useOf('user_pdf_characters', founderOf(workspace), now, characters);
    const taken = await takeUses(limitCounter)([ofWorkspace, ofFounder]);
    return 'reached' in taken ? ofWorkspace.windowEndsAt : undefined;
  };
