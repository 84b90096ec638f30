import { type Member, noteFeed, unknownMember } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import {
  addedFeed,
  type CalendarFeed,
  MOST_FEEDS_OF_MEMBER,
  MOST_FEEDS_OF_WORKSPACE,
  retriedFeed,
} from '#shared/calendars/feeds/rules/calendar-feed';
import { calendarFeeds, feedsCount, urlHashOf } from '#shared/calendars/feeds/store';
import { granted } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict, notFound, Refusal } from '#shared/foundation/core/refusal';
import type { Sealer } from '#shared/foundation/core/secrets';
import { sharedUses } from '#shared/foundation/core/uses';

interface AddContext extends CommandContext {
  /** Only the sync worker opens URLs. */
  readonly sealer: Pick<Sealer, 'seal'>;
}

export interface NewFeed {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  /** Normalised, and accepted by the rules for URLs. */
  readonly url: string;
}

export interface AddedFeed {
  readonly feed: CalendarFeed;
  readonly isNew: boolean;
}

/**
 * Adds a feed, whose first sync is due at once. A URL that the member has already answers that feed; where it is in
 * error, it is fetched again under the same id. Both count towards the limits of an hour: each fetches the URL at once.
 */
export const addFeed =
  (context: AddContext) =>
  async (added: NewFeed): Promise<AddedFeed> => {
    try {
      return await saveFeed(context)(added);
    } catch (error) {
      throw isOfAllFeeds(error) ? tooManyOfFounder(context) : error;
    }
  };

const isOfAllFeeds = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'rate_limited' && error.faults.some(({ code }) => code === 'conflict');

/** Waiting does not help: 409, as for one workspace. */
const tooManyOfFounder = ({ useOf, clock }: CommandContext) => {
  const { most } = useOf('user_active_feeds', '', clock.now());
  return conflict(`All workspaces that one user founded have at most ${most} calendar feeds together.`);
};

const saveFeed = command(async (context: AddContext, { workspaceId, memberId, url }: NewFeed): Promise<AddedFeed> => {
  const { table, ids, clock } = context;
  const [member, count, workspace] = await Promise.all([
    members.find(table, memberId),
    feedsCount(table, workspaceId),
    workspaces.find(table, workspaceId),
  ]);
  if (!workspace) throw notFound(workspaces.noun);
  if (member?.state.workspaceId !== workspaceId) throw unknownMember();
  const urlHash = urlHashOf(url);
  const known = member.state.feeds.find((one) => one.urlHash === urlHash);
  const before = known && (await calendarFeeds.find(table, known.id));
  if (before?.state.status === 'active') return { feed: before.state, isNew: false };
  if (!before) requireRoom(member.state, count);

  const at = clock.now();
  const founderId = founderOf(workspace.state);
  const fresh = { id: ids.make('cfd'), workspaceId, memberId, host: new URL(url).host, urlHash, createdAt: at };
  const feed = before ? retriedFeed(before.state) : addedFeed(fresh);
  const sync = await dueSync(context, feed, { url, isNew: !before });
  const result = { feed, isNew: !before };
  await context.changes.save({
    at,
    writes: [calendarFeeds.put(before, feed), members.put(member, noteFeed(member.state, feed)), sync],
    jobs: [{ type: 'calendar.due', calendarId: feed.id }],
    limits: [
      ...sharedUses(context.useOf, 'calendar_feeds', { workspaceId, founderId }, at),
      ...(before ? [] : [context.useOf('user_active_feeds', founderId, at)]),
    ],
    result,
  });
  return result;
});

async function dueSync({ table, sealer, clock }: AddContext, feed: CalendarFeed, { url, isNew }: DueFeed) {
  const { id, workspaceId, memberId, urlHash } = feed;
  const [before, sealedGrant] = await Promise.all([
    isNew ? undefined : calendarSyncs.find(table, id),
    sealer.seal(url, { workspace: workspaceId, resource: id }),
  ]);
  const whose = { calendarId: id, workspaceId, memberId, provider: 'feed', accountEmail: urlHash } as const;
  return calendarSyncs.put(before, granted(before?.state, { ...whose, sealedGrant }, clock.now()));
}

interface DueFeed {
  readonly url: string;
  readonly isNew: boolean;
}

function requireRoom({ feeds }: Member, ofWorkspace: number): void {
  if (feeds.length >= MOST_FEEDS_OF_MEMBER)
    throw conflict(`A member has at most ${MOST_FEEDS_OF_MEMBER} calendar feeds.`);
  if (ofWorkspace >= MOST_FEEDS_OF_WORKSPACE)
    throw conflict(`A workspace has at most ${MOST_FEEDS_OF_WORKSPACE} calendar feeds.`);
}
