import { bots, bumpLinkGuard } from '#shared/bots/store';
import { brandKits } from '#shared/brand-kits/store';
import { putCalendarEvent, putOccurrence } from '#shared/calendar-events/store';
import { calendarConnections, moveAccount } from '#shared/calendars/connections/store';
import { connectLinks } from '#shared/calendars/consent/connect-links-store';
import { putCalendarSource, putSeenOnPage, removeCalendarSource } from '#shared/calendars/sync/sources-store';
import { putCalendarSync, putWatchChannel, removeCalendarSync, removeWatchChannel } from '#shared/calendars/sync/store';
import type { ChangeStore, Changes } from '#shared/commands/changes';
import { AnsweredMeanwhile } from '#shared/commands/idempotency-records';
import { limitReached, type Use } from '#shared/core/limits';
import { LostRace } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import { countUse, usedUp } from '#shared/dynamodb/limits';
import { type OutboxContext, putEvents, putJobs } from '#shared/events/outbox';
import { files, removeFile } from '#shared/files/store';
import { idempotencyRecords, putIdempotencyRecord } from '#shared/http/idempotency-records';
import { putKey, putSubject, putUserEmail, users } from '#shared/identity/store';
import { meetings } from '#shared/meetings/store';
import { members } from '#shared/members/store';
import { assignments, removeAssignment, settings } from '#shared/settings/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { putMembership, workspaces } from '#shared/workspaces/store';

/** One decision, one transaction: states, pointers, events and jobs together or not at all. */
export const changeStore = (table: Table, needs: OutboxContext): ChangeStore => ({
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
async function whyItFailed(table: Table, changes: Changes, error: unknown): Promise<unknown> {
  const { answer, at } = changes;
  if (!(error instanceof LostRace)) return error;
  const [answered, [full]] = await Promise.all([
    answer && idempotencyRecords(table).find(answer.name, at),
    usedUp(table, usesIn(changes)),
  ]);
  // A mark that the operation runs is our own.
  if (answered?.answer !== undefined) return new AnsweredMeanwhile('The same request was answered meanwhile.');
  return full ? limitReached(full, at) : error;
}

const usesIn = ({ uses = [], limits = [] }: Changes): readonly Use[] => [...uses, ...limits];

const all = <One>(some: readonly One[] | undefined, write: (one: One) => Write | readonly Write[]): readonly Write[] =>
  (some ?? []).flatMap(write);

const stateWrites = (changes: Changes): readonly Write[] => [
  ...all(changes.users, ({ before, after }) => users.put(before, after)),
  ...all(changes.keys, putKey),
  ...all(changes.subjects, putSubject),
  ...all(changes.userEmails, putUserEmail),
  ...all(changes.workspaces, ({ before, after }) => workspaces.put(before, after)),
  ...all(changes.memberships, putMembership),
  ...(changes.writes ?? []).flat(),
  ...usesIn(changes).map(countUse),
  ...(changes.answer ? [putIdempotencyRecord(changes.answer, changes.at)] : []),
  ...all(changes.members, ({ before, after }) => members.put(before, after)),
  ...all(changes.removedMembers, members.remove),
  ...all(changes.calendarEvents, putCalendarEvent),
  ...all(changes.calendarConnections, ({ before, after }) => calendarConnections.put(before, after)),
  ...all(changes.accounts, moveAccount),
  ...all(changes.connectLinks, ({ before, after }) => connectLinks.put(before, after)),
  ...all(changes.calendarSyncs, putCalendarSync),
  ...all(changes.removedCalendarSyncs, removeCalendarSync),
  ...all(changes.calendarSources, putCalendarSource),
  ...all(changes.removedCalendarSources, removeCalendarSource),
  ...all(changes.seenSources, putSeenOnPage(changes.at)),
  ...all(changes.watchChannels, putWatchChannel),
  ...all(changes.removedWatchChannels, removeWatchChannel),
  ...all(changes.occurrences, putOccurrence),
  ...all(changes.meetings, ({ before, after }) => meetings.put(before, after)),
  ...all(changes.bots, ({ before, after }) => bots.put(before, after)),
  ...all(changes.linkGuards, bumpLinkGuard),
  ...all(changes.settings, ({ before, after }) => settings.put(before, after)),
  ...all(changes.removedSettings, settings.remove),
  ...all(changes.assignments, ({ before, after }) => assignments.put(before, after)),
  ...all(changes.removedAssignments, removeAssignment),
  ...all(changes.files, (file) => files.put(undefined, file)),
  ...all(changes.removedFiles, removeFile),
  ...all(changes.brandKits, ({ before, after }) => brandKits.put(before, after)),
  ...all(changes.removedBrandKits, brandKits.remove),
  ...all(changes.webhookEndpoints, ({ before, after }) => webhookEndpoints.put(before, after)),
  ...all(changes.removedWebhookEndpoints, webhookEndpoints.remove),
];

const outboxWrites = (
  needs: OutboxContext,
  { events, jobs, audience, subscriptions, at }: Changes,
): readonly Write[] => [
  ...putEvents(needs, events ?? [], subscriptions ?? audience ?? [], at),
  ...putJobs(needs, jobs ?? [], at),
];
