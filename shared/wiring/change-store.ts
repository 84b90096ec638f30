import { bumpLinkGuard, putBot } from '#shared/bots/store';
import { putBrandKit, removeBrandKit } from '#shared/brand-kits/store';
import { putCalendarEvent, putOccurrence } from '#shared/calendar-events/store';
import { moveAccount, putCalendarConnection } from '#shared/calendars/connections/store';
import { putConnectLink } from '#shared/calendars/consent/connect-links-store';
import { putCalendarSource, putSeenOnPage, removeCalendarSource } from '#shared/calendars/sync/sources-store';
import { putCalendarSync, putWatchChannel, removeCalendarSync, removeWatchChannel } from '#shared/calendars/sync/store';
import { limitReached } from '#shared/core/limits';
import { LostRace } from '#shared/core/store';
import { resourceKey } from '#shared/dynamodb/keys';
import { countUse, usedUp } from '#shared/dynamodb/limits';
import type { Table, Write } from '#shared/dynamodb/table';
import { keptAnswers, putAnswer } from '#shared/events/kept-answers';
import { type OutboxNeeds, putEvents, putJobs } from '#shared/events/outbox';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { AnsweredMeanwhile } from '#shared/events/ports/kept-answers';
import { putFile, removeFile } from '#shared/files/store';
import { putSubject, putUserEmail } from '#shared/identity/directory';
import { putKey, putUser } from '#shared/identity/store';
import { putMeeting } from '#shared/meetings/store';
import { putMember, removeMember } from '#shared/members/store';
import { putAssignment, putSettings, removeSettings } from '#shared/settings/store';
import { putSummaryTemplate, removeSummaryTemplate } from '#shared/summaries/store';
import { putWebhookEndpoint, removeWebhookEndpoint } from '#shared/webhooks/endpoints/store';
import { putMembership, putWorkspace } from '#shared/workspaces/store';

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
