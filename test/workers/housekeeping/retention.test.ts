import fc from 'fast-check';
import { settings } from '#functions/api/settings/index';
import { beginRetention } from '#shared/accounts/workspaces/retention-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, later } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { meetings } from '#shared/meetings/meetings/store';
import { aRecordedMeeting } from '#test/contract/meetings/a-removal';
import { callsTo, noon, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { peopleWorker } from '#test/support/people-worker';
import { retentionWorker } from '#test/support/retention-worker';
import { aSettingsWorld } from '#test/support/settings-world';
import { webhookEventTypes } from '#test/support/subscriptions';
import { sized } from '#test/support/test-size';
import { aBot } from '#test/unit/bots/rules/a-bot';
import { aMeeting } from '#test/unit/meetings/rules/a-meeting';
import '#test/support/property-seed';

interface Drawn {
  /** Hours from noon to the end of the meeting. */
  readonly endsIn: number;
  readonly isHeld: boolean;
}

/** A meeting with a completed recording, without the other rows of a real one. */
async function insert({ context }: World, workspaceId: WorkspaceId, { endsIn, isHeld }: Drawn): Promise<Meeting> {
  const endsAt = later(noon, endsIn * HOUR_MS);
  const startsAt = later(endsAt, -HOUR_MS);
  const [id, botId] = [context.ids.make('mtg'), context.ids.make('bot')];
  const results = { ...aBot.completed.results, media: 'ready' } as const;
  const bot = {
    ...aBot.completed,
    id: botId,
    workspaceId,
    meetingId: id,
    startedAt: startsAt,
    endedAt: endsAt,
    results,
  };
  const empty = aMeeting({ id, workspaceId, source: 'bot', startsAt, endsAt, meetingUrl: null, platform: null });
  const meeting = recordBot(isHeld ? { ...empty, heldAt: startsAt } : empty, bot);
  await context.changes.save({
    at: context.clock.now(),
    writes: [meetings.put(undefined, meeting), bots.put(undefined, bot)],
  });
  return meeting;
}

/** What is left of a meeting. */
async function left({ context }: World, { id }: Meeting) {
  const results = (await meetings.find(context.table, id))?.state.recordings[0]?.results;
  return {
    meeting: results !== undefined,
    media: results?.media === 'ready',
    transcript: results?.transcript === 'ready',
  };
}
type Part = 'meeting' | 'media' | 'transcript';

const days = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
const someDays = fc.record({ media_days: days, transcript_days: days, meeting_days: days });
const drawnMeetings = fc.array(fc.record({ endsIn: fc.integer({ min: -90, max: 40 }), isHeld: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

describe('retention', () => {
  it('removes nothing early, everything within a day, and nothing under a hold', async () => {
    const drawn = [
      someDays,
      someDays,
      fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      drawnMeetings,
    ] as const;
    await fc.assert(
      fc.asyncProperty(...drawn, async (always, internal, maximum, wanted) => {
        const { world, owner, create } = await aSettingsWorld();
        const { workspaceId } = owner;
        const inserted: [Meeting, Drawn][] = [];
        for (const one of wanted) inserted.push([await insert(world, workspaceId, one), one]);
        await create({ scope: [`workspace:${workspaceId}`], retention: always });
        await create({ scope: ['meetings:internal'], retention: internal });
        await world.context.table.write(beginRetention(workspaceId, noon));
        const worker = retentionWorker(world, { retentionMaximumDays: maximum });

        for (let hours = 0; hours <= 6 * 24; hours += 5) {
          world.clock.set(later(noon, hours * HOUR_MS));
          await worker.sweep();
          for (const [meeting, one] of inserted) {
            const found = await left(world, meeting);
            for (const part of ['meeting', 'media', 'transcript'] as const)
              expectKept({
                hours,
                one,
                isLeft: found[part],
                dueIn: dueHours(part, { always, internal, maximum }, one),
              });
          }
        }
      }),
      { numRuns: sized({ everyday: 6, release: 100 }) },
    );
  });

  it('sends meeting.updated, and deletes the files', async () => {
    const { world, owner, send, settle, filesOf, botId } = await aRecordedMeeting();
    const before = webhookEventTypes(world);
    const body = { workspace_id: owner.workspaceId, scope: [`workspace:${owner.workspaceId}`] };
    const retention = { media_days: 1, transcript_days: 1 };
    await callsTo(settings(world.context))('POST', '/settings', { key: owner.key, body: { ...body, retention } });

    world.clock.advance(2 * DAY_MS);
    await retentionWorker(world).sweep();
    await settle();

    expect((await send('GET')).body.results).toMatchObject({ status: 'none', removed_at: expect.any(String) });
    expect(webhookEventTypes(world)).toEqual([...before, 'meeting.updated'].sort());
    expect(filesOf(botId)).toEqual([]);
  });

  it('begins with the first retention that a workspace saves, and reaches its meetings of before', async () => {
    const { world, owner, create } = await aSettingsWorld();
    const old = await insert(world, owner.workspaceId, { endsIn: -500 * 24, isHeld: false });

    await create({ scope: [`workspace:${owner.workspaceId}`], retention: { meeting_days: 365 } });
    world.clock.advance(HOUR_MS);
    await retentionWorker(world).sweep();

    expect((await left(world, old)).meeting).toBe(false);
  });

  it('begins with the next meeting of a workspace that is older than the maximum of its deployment', async () => {
    const { world, owner, aMember, aMeetingOf } = await aSettingsWorld();
    const old = await insert(world, owner.workspaceId, { endsIn: -500 * 24, isHeld: false });
    const context = { ...world.context, retentionMaximumDays: 365 };
    await aMeetingOf(await aMember());

    await peopleWorker({ ...world, context }).untilQuiet();
    world.clock.advance(HOUR_MS);
    await retentionWorker(world, { retentionMaximumDays: 365 }).sweep();

    expect((await left(world, old)).meeting).toBe(false);
  });

  it('ends with the archive of the workspace', async () => {
    const { world, owner } = await aSettingsWorld();
    const { context } = world;
    await context.table.write(beginRetention(owner.workspaceId, noon));
    const before = await workspaces.find(context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    await context.changes.save({
      at: noon,
      writes: [workspaces.put(before, { ...before.state, archivedAt: noon })],
    });
    world.clock.advance(DAY_MS);

    expect(await retentionWorker(world).sweep()).toBe(false);

    expect(world.dynamo.items().filter(({ sk }) => sk?.S === 'RETENTION')).toEqual([]);
  });
});

interface Chosen {
  readonly always: Readonly<Record<'media_days' | 'transcript_days' | 'meeting_days', number | null>>;
  readonly internal: Chosen['always'];
  readonly maximum: number | undefined;
}

/** Hours from noon until a part is to be removed: slowly, from what was drawn. A meeting takes its parts with it. */
function dueHours(part: Part, chosen: Chosen, { endsIn, isHeld }: Drawn): number {
  if (isHeld) return Number.POSITIVE_INFINITY;
  const of = (name: Part) => {
    const said = chosen.internal[`${name}_days`] ?? chosen.always[`${name}_days`] ?? Number.POSITIVE_INFINITY;
    return endsIn + 24 * Math.min(said, chosen.maximum ?? Number.POSITIVE_INFINITY);
  };
  return Math.min(of(part), of('meeting'));
}

interface Looked {
  readonly hours: number;
  readonly one: Drawn;
  readonly isLeft: boolean;
  readonly dueIn: number;
}

/** What was over before retention began is removed within a day of that. */
function expectKept({ hours, one, isLeft, dueIn }: Looked): void {
  if (hours < dueIn) expect([hours, one, isLeft]).toEqual([hours, one, true]);
  if (hours >= Math.max(dueIn, 0) + 24) expect([hours, one, isLeft]).toEqual([hours, one, false]);
}
