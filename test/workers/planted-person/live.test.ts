import { keepLines } from '#shared/capture/live-transcripts/commands/keep-lines';
import { serveFeed } from '#shared/capture/live-transcripts/commands/serve-feed';
import { gatewayConnections } from '#shared/capture/live-transcripts/gateway-connections';
import type { BotId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { bots } from '#shared/meetings/bots/store';
import { aConnectionGateway } from '#test/doubles/aws/connections';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aPlantedWorkspace } from '#test/support/planted-person/a-planted-workspace';
import { placesOf } from '#test/support/planted-person/find-person';
import { theRecorders } from '#test/support/the-recorders';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

const gateways: Awaited<ReturnType<typeof aConnectionGateway>>[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

/** A workspace in which the person speaks in a call that goes on, and everything that came before it. */
async function aPersonWhoSpeaks() {
  const planted = await aPlantedWorkspace();
  const { add, person, workers, recording, world, owner } = planted;
  const { context, clock, dynamo } = world;
  const bot = await add('/bots', { meeting_url: 'https://meet.google.com/liv-good-one', participants: [person] });
  await workers.bots.work(bot.id);
  recording.says(bot.id, recordingSince(clock.now()));
  await workers.bots.work(bot.id);
  const speak = async (start: number, text: string) => {
    const found = await bots.find(context.table, bot.id);
    const line = aLine(start, text, { speakerKey: person.email, speakerName: person.name });
    if (found) await keepLines(context)(found.state, [line]);
  };
  await speak(1, 'I am in the call.');
  const gateway = await aConnectionGateway();
  gateways.push(gateway);
  const serve = serveFeed({
    ...context,
    recorders: theRecorders(workers.bots.recorder),
    connections: gatewayConnections(gateway.client),
    queue: { send: async () => undefined },
    sleep: async () => undefined,
  });
  return {
    ...planted,
    botId: bot.id as BotId,
    speak,
    serve: () => serve({ botId: bot.id as BotId, workspaceId: owner.workspaceId }),
    endCall: async () => {
      recording.says(bot.id, endedAfter(clock.now(), 60));
      await workers.bots.work(bot.id);
    },
    /** Where the person stands in live transcripts. */
    live: () => placesOf(planted.find(person)).filter((place) => place.includes('live_')),
    rows: () => dynamo.items().filter(({ pk }) => pk?.S?.startsWith('LIVE#')).length,
  };
}

describe('a person who speaks in a call that goes on', () => {
  it('is kept with what they say until its end', async () => {
    const { live, endCall, serve, rows } = await aPersonWhoSpeaks();
    expect(live()).not.toEqual([]);

    await endCall();
    await serve();

    expect([live(), rows()]).toEqual([[], 0]);
  });

  it('and is erased has no name there any more, and gets none by what they say then', async () => {
    const { live, request, personId, settle, speak, rows } = await aPersonWhoSpeaks();

    await request('DELETE', `/people/${personId}`);
    await settle();
    await speak(2, 'I am still in the call.');

    expect(live()).toEqual([]);
    expect(rows()).toBe(3);
  });

  it('is left nowhere by the purge of the workspace', async () => {
    const { live, request, owner, settle, world, workers, rows } = await aPersonWhoSpeaks();
    await request('DELETE', `/workspaces/${owner.workspaceId}`);
    await settle();
    world.clock.advance(30 * DAY_MS);

    await workers.house.due(owner.workspaceId);
    await settle();

    expect([live(), rows()]).toEqual([[], 0]);
  });
});
