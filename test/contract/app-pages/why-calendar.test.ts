import { explain } from '#bin/operator/why/why';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { SyncWarning } from '#shared/calendars/connections/rules/calendar-connection';
import { disconnected } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { CalendarReason } from '#shared/calendars/rules/why-not-in-sync';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CalendarId } from '#shared/foundation/core/ids';
import { providerClientKey } from '#shared/foundation/dynamodb/keys';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anOffice, type Office } from './an-office.ts';

interface Stored {
  /** Absent for a sync as it is between two runs; null where there is none. */
  readonly sync?: Partial<CalendarSync> | null;
  readonly warnings?: readonly SyncWarning[];
  readonly isPaused?: boolean;
  readonly isDisconnected?: boolean;
}

/** Ada's calendar, which is in sync but for what is given. */
async function aStoredConnection(office: Office, { sync = {}, warnings = [], ...stored }: Stored) {
  const { context } = office.world;
  const { table } = context;
  const { id } = await office.aConnection(await office.aMember('Ada'));
  const [workspace, connection, before] = await Promise.all([
    workspaces.find(table, office.workspaceId),
    calendarConnections.find(table, id),
    calendarSyncs.find(table, id),
  ]);
  if (!workspace || !connection || !before) throw new Error('There is no calendar.');
  const state = stored.isDisconnected ? disconnected(connection.state, noon).state : { ...connection.state, warnings };
  const writes = [
    calendarConnections.put(connection, state),
    sync === null ? calendarSyncs.remove(before) : calendarSyncs.put(before, { ...before.state, ...IN_SYNC, ...sync }),
    ...(stored.isPaused ? [workspaces.put(workspace, { ...workspace.state, pausedAt: noon })] : []),
  ];
  await context.changes.save({ at: noon, writes });
  await table.write({ put: { ...providerClientKey('google'), type: 'provider_client', revision: 1 } });
  return id;
}

const IN_SYNC = { syncedAt: noon, dueAt: minutes(15), restsUntil: null, failures: 0, claimedUntil: null };

const warning = (code: SyncWarning['code']): SyncWarning => ({ code, count: 2, lastSeenAt: noon, examples: [] });

async function pageOf(office: Office, page = 'connections'): Promise<string> {
  return (await (await office.ownersBrowser()).get(office.path(page))).text;
}

/** What the page says below each status. */
const wordsOn = (text: string): readonly string[] =>
  [...text.matchAll(/<span class="badge [a-z]+">[^<]*<\/span><p class="small">(.*?)<\/p>/gs)].map(
    ([, words]) => words ?? '',
  );

const reasonOf = async ({ world }: Office, id: CalendarId) => {
  const asked = { topic: 'calendar', id, meeting: undefined } as const;
  return (await explain(world.context, asked, SIMULATOR_ALONE)).json;
};

describe('why the events of a calendar come or not', () => {
  it.each<[CalendarReason, Stored, string]>([
    ['disconnected', { isDisconnected: true, sync: null }, 'its events do not come any more'],
    ['paused', { isPaused: true }, 'The workspace is paused'],
    ['no_sync', { sync: null }, 'The account owner must consent again.'],
    ['resting', { sync: { restsUntil: minutes(5), failures: 2 } }, '2026-11-02 12:05 UTC'],
    ['failing', { sync: { failures: 2 } }, 'could not be read the last time'],
    ['late', { sync: { dueAt: minutes(-20) } }, 'was due to be read and was not yet'],
    ['running', { sync: { claimedUntil: minutes(1) } }, 'It is being read.'],
    ['not_read_yet', { sync: { syncedAt: null } }, 'read for the first time'],
    ['events_passed_over', { warnings: [warning('unreadable_event')] }, 'Correct them in the calendar.'],
    ['events_in_doubt', { warnings: [warning('missing_uid')] }, 'may have a wrong time'],
    ['in_sync', {}, 'It is in sync.'],
  ])('is %s for an operator and in words on the page', async (reason, stored, words) => {
    const office = await anOffice();
    const id = await aStoredConnection(office, stored);

    expect(await reasonOf(office, id)).toMatchObject({ reason });
    const said = wordsOn(await pageOf(office));
    expect(said).toEqual([expect.stringContaining(words)]);
    expect(said.join()).not.toMatch(/[a-z]{3}_[0-9a-z]{26}|npm run/);
  });

  it('is error, with what the account owner does about it', async () => {
    const office = await anOffice();
    const id = await aStoredConnection(office, {});
    await office.lose(id);

    expect(await reasonOf(office, id)).toMatchObject({ reason: 'error', evidence: { code: 'access_revoked' } });
    expect(wordsOn(await pageOf(office))).toEqual(['Access was revoked. The account owner must consent again.']);
  });

  it('is shown for feeds as well, with what their owner can do', async () => {
    const office = await anOffice();
    const { context } = office.world;
    const { id } = await office.aFeed(await office.aMember('Ada'));
    expect(await reasonOf(office, id)).toMatchObject({ reason: 'not_read_yet' });
    expect(wordsOn(await pageOf(office, 'connections/feeds'))).toEqual([expect.stringContaining('for the first time')]);

    const sync = await calendarSyncs.find(context.table, id);
    if (sync) await context.changes.save({ at: noon, writes: [calendarSyncs.remove(sync)] });
    expect(await reasonOf(office, id)).toMatchObject({ reason: 'no_sync' });
    expect(wordsOn(await pageOf(office, 'connections/feeds'))).toEqual([
      'Its events are not read. Its URL has to be added again.',
    ]);
  });

  it('names what cannot be read in a connected calendar', async () => {
    const office = await anOffice();
    await aStoredConnection(office, { warnings: [warning('unreadable_event')] });

    expect(await pageOf(office)).toContain('Such events stay as they were synced last; a line costs itself. (2)');
  });

  it('offers a reconnect link for a calendar without a sync', async () => {
    const office = await anOffice();
    const id = await aStoredConnection(office, { sync: null });

    expect(await pageOf(office)).toContain(`action="${office.path(`connections/${id}/reconnect`)}"`);
  });

  it('leaves a missing OAuth client to operators', async () => {
    const office = await anOffice();
    const id = await aStoredConnection(office, {});
    await office.world.context.table.write({ remove: providerClientKey('google') });

    expect(await reasonOf(office, id)).toMatchObject({ reason: 'no_client' });
    expect(wordsOn(await pageOf(office))).toEqual(['It is in sync.']);
  });

  it('is shown to guests, and nothing of it to users of other workspaces', async () => {
    const office = await anOffice();
    await aStoredConnection(office, { sync: { failures: 2 } });
    const words = 'could not be read the last time';

    expect((await (await office.browserAs('guest')).get(office.path('connections'))).text).toContain(words);
    const { status, text } = await (await office.strangersBrowser()).get(office.path('connections'));
    expect(status).toBe(404);
    expect(text).not.toContain(words);
  });
});
