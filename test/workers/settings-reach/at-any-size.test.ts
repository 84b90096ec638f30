import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { commandContext } from '#shared/wiring/command-context';
import type { World } from '#test/support/api';
import { insertMeetings } from '#test/support/insert-meetings';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aSettingsWorld } from '#test/support/settings-world';
import { stateOfRow } from '#test/support/stored-state';
import { subscribe } from '#test/support/subscriptions';
import { sized } from '#test/support/test-size';
import { untilKilled } from '#test/support/until-killed';

/** A workspace with so many upcoming meetings, a webhook endpoint for all events, and a change of the workspace's settings. */
async function aChangeForMeetings(count: number) {
  const made = await aSettingsWorld();
  const { world, owner } = made;
  const ids = await insertMeetings(world, await made.aMeetingOf(await made.aMember()), count);
  await subscribe(world, owner.workspaceId);
  const body = { recording: { enabled: true }, transcription: { language: 'de' } };
  await made.create({ ...body, scope: [`workspace:${owner.workspaceId}`] });
  return { ...made, ids: [...ids].sort() };
}

/** The meetings of the `meeting.updated` events. */
const eventsOf = ({ dynamo }: World): readonly string[] =>
  dynamo
    .items()
    .filter(({ sk }) => sk?.S === 'EVENT#meeting.updated')
    .map(({ content }) => JSON.parse(inflated(content?.B ?? Buffer.of())).snapshot.id)
    .sort();

/** The meeting of each queued bot, with the language that the bot has. */
const botsOf = ({ dynamo }: World): readonly string[] =>
  dynamo
    .items()
    .filter(({ type }) => type?.S === 'bot')
    .map(stateOfRow)
    .filter(({ status }) => status === 'queued')
    .map(({ meetingId, choices }) => `${meetingId} ${choices.language}`)
    .sort();

const recorded = (ids: readonly string[]) => ids.map((id) => `${id} de`);

const MEETINGS = sized({ everyday: 450, release: 10_000 });

describe('propagating settings to many meetings', () => {
  it(`updates ${MEETINGS} meetings at no more than 200 a second, 10,000 within ten minutes, with one event each`, async () => {
    const { world, ids } = await aChangeForMeetings(MEETINGS);
    const reach = settingsPropagationWorker(world);

    // One run a minute, and a second walk.
    expect(await reach.untilDone()).toBeLessThanOrEqual(11);

    expect(botsOf(world)).toEqual(recorded(ids));
    expect(eventsOf(world)).toEqual(ids);
    // Nothing else takes time here: what it rested is what it took.
    const rested = reach.sleeps.reduce((sum, one) => sum + one, 0);
    expect(ids.length / (rested / SECOND_MS)).toBeLessThanOrEqual(200);
    expect(rested).toBeLessThanOrEqual(10 * MINUTE_MS);
  });

  it('continues page by page after an invocation ran out of time', async () => {
    const { world, ids } = await aChangeForMeetings(250);
    const reach = settingsPropagationWorker(world, { timeLeft: () => 30 * SECOND_MS });

    expect(await reach.untilDone()).toBe(6);

    expect(botsOf(world)).toEqual(recorded(ids));
    expect(eventsOf(world)).toEqual(ids);
  });
});

describe('a worker that is killed', () => {
  it.each([1, 2, 40, 101, 102, 103, 122, 123])(
    'at write %s is continued with one event and one bot for each meeting',
    async (after) => {
      for (const keepsLast of [false, true]) {
        const { world, ids } = await aChangeForMeetings(120);
        const table = untilKilled(world.context.table, { after, keepsLast });
        const dying = { ...world.context, ...commandContext({ ...world.context, table }) };
        await settingsPropagationWorker({ ...world, context: dying })
          .run()
          .catch(() => undefined);

        // Its time with the job has to be up first.
        world.clock.advance(2 * MINUTE_MS);
        await settingsPropagationWorker(world).untilDone();

        expect(eventsOf(world)).toEqual(ids);
        expect(botsOf(world)).toEqual(recorded(ids));
      }
    },
  );

  it('again and again still finishes', async () => {
    const { world, ids } = await aChangeForMeetings(120);
    for (let after = 2; after < 60; after += 7) {
      const table = untilKilled(world.context.table, { after, keepsLast: after % 2 === 0 });
      const dying = { ...world.context, ...commandContext({ ...world.context, table }) };
      await settingsPropagationWorker({ ...world, context: dying })
        .run()
        .catch(() => undefined);
      world.clock.advance(2 * MINUTE_MS);
    }

    await settingsPropagationWorker(world).untilDone();

    expect(eventsOf(world)).toEqual(ids);
    expect(botsOf(world)).toEqual(recorded(ids));
  });
});
