import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { Bot, InCallBot } from '#shared/meetings/bots/rules/bot';
import { findErasedNames } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { type Feed, liveFeeds } from '#shared/meetings/live-transcripts/feeds-store';
import { addLines } from '#shared/meetings/live-transcripts/rules/add-lines';
import { isInCall } from '#shared/meetings/live-transcripts/rules/live-bot';
import { newFeed } from '#shared/meetings/live-transcripts/rules/live-feed';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';

/** Webhooks of one call arrive at once, and change one feed. */
const MORE_ATTEMPTS = { attempts: 10, firstPause: 0 };
/** Lines of one transaction: each may be a row. */
const AT_ONCE = 50;

/**
 * Keeps lines of a call that goes on, with the names of erased people left out, and answers the feed as it was found.
 * Partial lines are kept only while someone reads along. Lines of a call that is over are dropped.
 */
export const keepLines =
  (context: ErasureContext) =>
  async (bot: Bot, lines: readonly LiveLine[]): Promise<Feed | undefined> => {
    let found: Feed | undefined;
    for (let from = 0; from < lines.length; from += AT_ONCE)
      found = await keepSome(context, bot, lines.slice(from, from + AT_ONCE));
    return found;
  };

async function keepSome(context: ErasureContext, bot: Bot, lines: readonly LiveLine[]): Promise<Feed | undefined> {
  if (!isInCall(bot)) return undefined;
  const erased = await erasedSpeakers(context, bot, lines);
  return saveLines(context)(
    bot,
    lines.map((line) => withoutName(line, erased)),
  );
}

const saveLines = command(
  async ({ table, clock, changes }: ErasureContext, bot: InCallBot, lines: readonly LiveLine[]): Promise<Feed> => {
    const feed = await liveFeeds.load(table, bot.id);
    const now = clock.now();
    const wanted = feed.readers.length > 0 ? lines : lines.filter(({ isFinal }) => isFinal);
    const { state, changed } = addLines(
      { state: feed.head?.state ?? newFeed({ ...bot, botId: bot.id }), segments: feed.segments },
      wanted,
      { startedAt: bot.startedAt, now },
    );
    if (changed.length === 0) return feed;
    await changes.save({ at: now, writes: [liveFeeds.put(feed.head, state, changed, now)] });
    return feed;
  },
  MORE_ATTEMPTS,
);

/** Names that an erased person of the workspace had: a speaker with such a name has none here, but has it in the results. */
async function erasedSpeakers(context: ErasureContext, { workspaceId }: Bot, lines: readonly LiveLine[]) {
  const names = new Set(lines.flatMap(({ speakerName }) => speakerName ?? []));
  const workspace = await workspaces.find(context.table, workspaceId);
  return workspace ? findErasedNames(context, workspace.state, [...names]) : names;
}

const withoutName = (line: LiveLine, erased: ReadonlySet<string>): LiveLine =>
  line.speakerName !== null && erased.has(line.speakerName) ? { ...line, speakerName: null, speakerKey: null } : line;
