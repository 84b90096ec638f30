import { limitReached } from '#shared/domain/limits';
import { type ChangeStore, type Changes, LostRace } from '#shared/ports/changes';
import { AnsweredMeanwhile } from '#shared/ports/kept-answers';
import { bumpLinkGuard, putBot } from '#shared/storage/bots';
import { putBrandKit, removeBrandKit } from '#shared/storage/brand-kits';
import { moveAccount, putCalendarConnection } from '#shared/storage/calendar-connections';
import { putCalendarEvent, putOccurrence } from '#shared/storage/calendar-events';
import { putCalendarSource, putSeenOnPage, removeCalendarSource } from '#shared/storage/calendar-sources';
import {
  putCalendarSync,
  putWatchChannel,
  removeCalendarSync,
  removeWatchChannel,
} from '#shared/storage/calendar-syncs';
import { putConnectLink } from '#shared/storage/connect-links';
import { putSubject, putUserEmail } from '#shared/storage/directory';
import { putFile, removeFile } from '#shared/storage/files';
import { keptAnswers, putAnswer } from '#shared/storage/kept-answers';
import { resourceKey } from '#shared/storage/keys';
import { countUse, usedUp } from '#shared/storage/limits';
import { putMeeting } from '#shared/storage/meetings';
import { putMember, removeMember } from '#shared/storage/members';
import { type OutboxNeeds, putEvents, putJobs } from '#shared/storage/outbox';
import { putAssignment, putSettings, removeSettings } from '#shared/storage/settings';
import { putSummaryTemplate, removeSummaryTemplate } from '#shared/storage/summary-templates';
import type { Table, Write } from '#shared/storage/table';
import { putKey, putUser } from '#shared/storage/users';
import { putWebhookEndpoint, removeWebhookEndpoint } from '#shared/storage/webhook-endpoints';
import { putMembership, putWorkspace } from '#shared/storage/workspaces';

/** One decision, one transaction: states, pointers, events and jobs together or not at all. */
export const changeStore = (table: Table, needs: OutboxNeeds): ChangeStore => ({
  async save(changes) {
    const writes = [...stateWrites(changes), ...outboxWrites(needs, changes)];
    if (writes.length === 0) return;
    try {
      await table.transact(writes);
    } catch (error) {
      throw await whyItFailed(table, changes, error);
    }
  },
});

/** A transaction does not say which of its conditions failed in a way that holds when several meet: so it is looked up. */
async function whyItFailed(table: Table, { answer, uses = [], at }: Changes, error: unknown): Promise<unknown> {
  if (!(error instanceof LostRace)) return error;
  const [answered, [full]] = await Promise.all([
    answer && keptAnswers(table).find(answer.name, at),
    usedUp(table, uses),
  ]);
  // A mark that the operation runs is our own.
  if (answered?.answer !== undefined) return new AnsweredMeanwhile('The same request was answered meanwhile.');
  return full ? limitReached(full, at) : error;
}

const all = <One>(some: readonly One[] | undefined, write: (one: One) => Write | readonly Write[]): readonly Write[] =>
  (some ?? []).flatMap(write);

const stateWrites = (changes: Changes): readonly Write[] => [
  ...all(changes.users, ({ after }) => putUser(after)),
  ...all(changes.keys, putKey),
  ...all(changes.subjects, putSubject),
  ...all(changes.userEmails, putUserEmail),
  ...all(changes.workspaces, putWorkspace),
  ...all(changes.memberships, putMembership),
  ...all(changes.uses, countUse),
  ...(changes.answer ? [putAnswer(changes.answer, changes.at)] : []),
  ...all(changes.members, putMember),
  ...all(changes.removedMembers, removeMember),
  ...all(changes.calendarEvents, putCalendarEvent),
  ...all(changes.calendarConnections, putCalendarConnection),
  ...all(changes.accounts, moveAccount),
  ...all(changes.connectLinks, putConnectLink),
  ...all(changes.calendarSyncs, putCalendarSync),
  ...all(changes.removedCalendarSyncs, removeCalendarSync),
  ...all(changes.calendarSources, putCalendarSource),
  ...all(changes.removedCalendarSources, removeCalendarSource),
  ...all(changes.seenSources, putSeenOnPage(changes.at)),
  ...all(changes.watchChannels, putWatchChannel),
  ...all(changes.removedWatchChannels, removeWatchChannel),
  ...all(changes.occurrences, putOccurrence),
  ...all(changes.meetings, putMeeting),
  ...all(changes.bots, putBot),
  ...all(changes.linkGuards, bumpLinkGuard),
  ...all(changes.settings, putSettings),
  ...all(changes.removedSettings, removeSettings),
  ...all(changes.assignments, putAssignment),
  ...all(changes.removedAssignments, (id) => ({ remove: resourceKey(id) })),
  ...all(changes.summaryTemplates, putSummaryTemplate),
  ...all(changes.removedSummaryTemplates, removeSummaryTemplate),
  ...all(changes.files, putFile),
  ...all(changes.removedFiles, removeFile),
  ...all(changes.brandKits, putBrandKit),
  ...all(changes.removedBrandKits, removeBrandKit),
  ...all(changes.webhookEndpoints, putWebhookEndpoint),
  ...all(changes.removedWebhookEndpoints, removeWebhookEndpoint),
];

const outboxWrites = (needs: OutboxNeeds, { events, jobs, audience, at }: Changes): readonly Write[] => [
  ...putEvents(needs, events ?? [], audience ?? [], at),
  ...putJobs(needs, jobs ?? [], at),
];
