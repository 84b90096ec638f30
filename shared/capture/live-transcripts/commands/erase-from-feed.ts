import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { command } from '#shared/foundation/commands/command';
import type { BotId } from '#shared/foundation/core/ids';
import { findErasedNames } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';

/** Takes the names of erased people off what is kept of a call that goes on. What was sent to readers stays with them. */
export const eraseFromFeed = command(
  async (context: ErasureContext, botId: BotId, workspace: Workspace): Promise<void> => {
    const { table, clock, changes } = context;
    const { head, segments } = await liveFeeds.load(table, botId);
    if (!head || segments.length === 0) return;
    const names = new Set(segments.flatMap(({ speakerName }) => speakerName ?? []));
    const erased = await findErasedNames(context, workspace, [...names]);
    const stripped = segments
      .filter(({ speakerName }) => speakerName !== null && erased.has(speakerName))
      .map((segment) => ({ ...segment, speakerName: null, speakerKey: null }));
    for (let from = 0; from < stripped.length; from += AT_ONCE) {
      const some = stripped.slice(from, from + AT_ONCE);
      const before = { ...head, revision: head.revision + from / AT_ONCE };
      await changes.save({ at: clock.now(), writes: [liveFeeds.put(before, head.state, some, clock.now())] });
    }
  },
);

/** Segments of one transaction, beside the feed. */
const AT_ONCE = 90;
