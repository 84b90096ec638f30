import { parseArgs } from 'node:util';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import { idleUsage } from '../cost/idle-usage.ts';
import { LIVE_READERS, liveUsage } from '../cost/live-usage.ts';
import { measureMeeting } from '../cost/measured-meeting.ts';
import { productionDeployment } from '../cost/meeting-usage.ts';
import { listPrices } from '../cost/prices.ts';
import { sumOf, times } from '../cost/usage.ts';
import { meetingLoad } from '../cost/worker-load.ts';
import { SCALING, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { estimate } from './estimate.ts';
import { EVERYDAY } from './load.ts';
import { dollarTable, dueTable, firstMet, meetingTable, quotaTable, rateTable, workerTable } from './report.ts';

const USAGE = `npm run capacity -- [--workspaces N] [--meetings N] [--hours N] [--live SHARE] [--seed N] [--json] [--write]

  --workspaces N  (1000)
  --meetings N    of each workspace a day (100); printed for that many workspaces, and for ten times as many
  --hours N       of a day in which meetings begin (${EVERYDAY.activeHours}), on the hour and on the half hour
  --live SHARE    of the calls that someone reads along (${EVERYDAY.liveShare})
  --minutes N     of a call (60)
  --recorded N    meetings that are measured (3)
  --seed N        of ids and keys (1)
  --json          prints every number
  --write         puts the figures into docs/scaling.md`;

const SIZES = [1, 10];

const { values } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '1000' },
    meetings: { type: 'string', default: '100' },
    hours: { type: 'string', default: String(EVERYDAY.activeHours) },
    live: { type: 'string', default: String(EVERYDAY.liveShare) },
    minutes: { type: 'string', default: '60' },
    recorded: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const seed = Number(values.seed);
  const deployment = productionDeployment();
  const given = { meetings: Number(values.recorded), callMinutes: Number(values.minutes) };
  const meeting = await measureMeeting({ seed, deployment, ...given });
  const load = meetingLoad(meeting, deployment);
  const { unread, read } = await liveUsage();
  const reader = times(sumOf(read, times(unread, -1)), 1 / LIVE_READERS);
  const measured = {
    ...{ load, deployment, live: { call: unread, reader }, idle: idleUsage('production') },
    ...{ callMinutes: meeting.callMinutes, rowBytes: meeting.rowBytes, textBytes: meeting.textBytes },
    dueShards: DUE_SHARDS.other,
  };
  const estimates = SIZES.map((size) =>
    estimate(measured, {
      ...EVERYDAY,
      workspaces: size * Number(values.workspaces),
      meetingsADay: Number(values.meetings),
      activeHours: Number(values.hours),
      liveShare: Number(values.live),
    }),
  );
  if (values.json) return console.log(JSON.stringify(estimates, null, 2));
  const { commit, date } = circumstances(seed);
  const { region, asOf } = listPrices();
  const command = `npm run capacity -- --workspaces ${values.workspaces} --meetings ${values.meetings}`;
  const figures: Readonly<Record<string, string>> = {
    meeting: `\`${command}\` at commit ${commit}, ${date}; prices of ${region}, ${asOf}.\n\n${meetingTable(meeting, load)}`,
    load: rateTable(estimates),
    due: dueTable(estimates),
    functions: workerTable(estimates),
    'first met': firstMet(estimates),
    quotas: quotaTable(estimates),
    dollars: dollarTable(estimates),
  };
  console.log(Object.values(figures).join('\n\n'));
  if (values.write) for (const [name, text] of Object.entries(figures)) await writeFigures(SCALING, name, text);
}

await main();
