import { noteFeed } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { type CalendarFeed, disconnectedFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { disconnectionJobs } from '#shared/calendars/rules/disconnection-jobs';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { type Use, withoutLimit } from '#shared/foundation/core/uses';

/** Stops the sync of a feed permanently. Jobs cancel its calendar events and delete its URL. Repeating it changes nothing. */
export const disconnectFeed = command(async (context, id: CalendarFeedId): Promise<CalendarFeed> => {
  const { feed, sync, member, workspace } = await loadFeedForDisconnect(context.table, id);
  if (!feed) throw notFound(calendarFeeds.noun);
  const at = context.clock.now();
  const before = syncedAsOf(feed.state, sync?.state);
  if (before.status === 'disconnected') return before;
  const state = disconnectedFeed(before, at);
  await context.changes.save({
    at,
    writes: [calendarFeeds.put(feed, state), member ? members.put(member, noteFeed(member.state, state)) : []],
    jobs: disconnectionJobs(state, workspace?.state),
    limits: workspace && before.isCounted ? [oneFeedLess(context, workspace.state, at)] : [],
    result: state,
  });
  return state;
});

/** Of its founder. */
const oneFeedLess = ({ useOf }: CommandContext, workspace: Workspace, at: Instant): Use =>
  withoutLimit(useOf('user_active_feeds', founderOf(workspace), at, -1));

/** The feed, then the rows that it names. */
export async function loadFeedForDisconnect(table: Table, id: CalendarFeedId) {
  const [feed, sync] = await Promise.all([calendarFeeds.find(table, id), calendarSyncs.find(table, id)]);
  if (!feed) return {};
  const { memberId, workspaceId } = feed.state;
  const [member, workspace] = await Promise.all([members.find(table, memberId), workspaces.find(table, workspaceId)]);
  return { feed, sync, member, workspace };
}
