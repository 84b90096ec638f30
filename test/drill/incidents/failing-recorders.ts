import { expect } from 'expect';
import { freePort } from '#bin/stack/ports';
import { aRecorderServer, jsonReply } from '#test/doubles/recorders/a-recorder-server';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import { aName, type DrillContext } from '../drill-context.ts';
import type { Incident } from '../incident.ts';

const LINK = 'https://meet.google.com/drl-good-abc';
/** Failures running after which a recorder gets no bot for a while. */
const OPENING_FAILURES = 3;

/** Puts a recorder of that address before the simulator, until the end of the incident. Answers its name. */
async function firstRecorder(drill: DrillContext, origin: string): Promise<string> {
  const name = aName('drill');
  await drill.prepare(`npm run ops -- recorder --name ${name} --kind attendee --url ${origin} --key none`);
  drill.afterwards(() => drill.prepare(`npm run ops -- recorder --order meet=simulator --remove ${name}`));
  await drill.prepare(`npm run ops -- recorder --order meet=${name},simulator`);
  return name;
}

async function newBot(drill: DrillContext): Promise<string> {
  const { workspace_id } = drill.stack;
  return (await drill.created('/bots', { workspace_id, meeting_url: LINK, allow_multiple_bots: true })).id;
}

async function untilRecorded(drill: DrillContext, botId: string): Promise<void> {
  const bot = await eventually(
    async () => (await drill.call('GET', `/bots/${botId}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
    600,
  );
  expect(bot).toMatchObject({ status: 'completed' });
}

/** The recorder's own refusals count as failures, and the next recorder takes the bot. */
export const refusingRecorder: Incident = {
  name: 'recorder-refuses',
  summary: 'a recorder answers 503 to everything',
  async provoke(drill) {
    const server = await aRecorderServer(() => ({ status: 503 }));
    drill.afterwards(server.close);
    const recorder = await firstRecorder(drill, server.origin);
    const botId = await newBot(drill);
    return {
      async see() {
        const line = await drill.logged(
          'bot-dispatch',
          (one) => one['message'] === 'recorder call failed' && one['botId'] === botId,
        );
        expect(line).toMatchObject({ recorder, status: 503 });
        await eventually(
          () => drill.run(RUNBOOK.listRecorders),
          (printed) => new RegExp(`^${recorder}: attendee at .*, [1-9]\\d* failures`, 'm').test(printed),
        );
      },
      async cure() {
        await drill.run(RUNBOOK.orderRecorders, { 'meet=…': 'meet=simulator' });
        // The second recorder has the first bot, without a hand.
        await untilRecorded(drill, botId);
        const asked = server.requests.filter(({ method }) => method === 'POST').length;
        await untilRecorded(drill, await newBot(drill));
        expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(asked);
      },
    };
  },
};

/** Three failures open the circuit of a recorder that is out of reach; it answers its test once it is repaired. */
export const unreachableRecorder: Incident = {
  name: 'recorder-out-of-reach',
  summary: 'a recorder is out of reach',
  async provoke(drill) {
    const port = await freePort();
    const recorder = await firstRecorder(drill, `http://127.0.0.1:${port}`);
    const bots: string[] = [];
    for (let nth = 0; nth < OPENING_FAILURES; nth += 1) bots.push(await newBot(drill));
    return {
      async see() {
        await drill.logged(
          'bot-dispatch',
          (one) => one['fault'] === 'circuit_open' && one['recorder'] === recorder && one['RecorderFaults'] === 1,
        );
        expect(await drill.run(RUNBOOK.listRecorders)).toMatch(
          new RegExp(`^${recorder}: .*, 3 failures, gets no bot until `, 'm'),
        );
        const { code, stderr } = await drill.attempt(RUNBOOK.testRecorder, { '<name>': recorder });
        expect([code, stderr]).toEqual([1, expect.stringContaining(`The recorder ${recorder} does not work`)]);
      },
      async cure() {
        await Promise.all(bots.map((botId) => untilRecorded(drill, botId)));
        const none = { next: null, previous: null, results: [] };
        const repaired = await aRecorderServer(() => jsonReply(200, none), port);
        drill.afterwards(repaired.close);
        expect(await drill.run(RUNBOOK.testRecorder, { '<name>': recorder })).toContain('answers');
      },
    };
  },
};
