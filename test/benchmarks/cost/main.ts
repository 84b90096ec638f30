import { parseArgs } from 'node:util';
import { DEFAULT_USAGE_LIMITS } from '#shared/accounts/usage/rules/usage-limits';
import { AGENTS, README, RELIABILITY, SUMMARIES, TRANSLATION, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { SIZE } from '../office.ts';
import { table } from '../table.ts';
import { agentTable, MEETINGS } from './agent-usage.ts';
import { auditUsage } from './audit-usage.ts';
import { CALENDARS, calendarUsage, feedUsage } from './calendar-usage.ts';
import { type CompanyPart, companyTable, idleStorage } from './company-table.ts';
import { countingUsage } from './counting-usage.ts';
import { downloadsAtMost } from './downloads-at-most.ts';
import { explain } from './explain.ts';
import { feedsAtMost } from './feeds-at-most.ts';
import { type IdleStage, idleUsage, paidForIdly } from './idle-usage.ts';
import { LIVE_LINES, LIVE_READERS, liveUsage } from './live-usage.ts';
import { meetingUsage } from './meeting-usage.ts';
import { membershipUsage } from './membership-usage.ts';
import { modelPrices } from './model-prices.ts';
import { mostTable, mostUsed, newWorkspacesAtMost, newWorkspacesSentence } from './most-usage.ts';
import { officeUsage } from './office-usage.ts';
import { orderUsage } from './order-usage.ts';
import { PEOPLE_INVITED, peopleUsage } from './people-usage.ts';
import { listPrices, type Prices } from './prices.ts';
import { MEETINGS_KEPT, retentionUsage } from './retention-usage.ts';
import { summaryTable } from './summary-usage.ts';
import { sumsUsage } from './sums-usage.ts';
import { billFor, sumOf, times, totalOf, type Usage } from './usage.ts';
import { webhookUsage } from './webhook-usage.ts';
import { redeliveriesAtMost, webhooksAtMost } from './webhooks-at-most.ts';

const USAGE = `npm run cost -- [--seed N] [--meetings N] [--write]

  --seed N    of ids and keys (1)
  --explain   prints each row that a delivered webhook, a recorded meeting and an idle poll write, with its bytes and units
  --agents    prints, or writes, the cost of the connector's tools alone
  --meetings N  of the workspace that agents ask (${MEETINGS})
  --write     puts the figures into docs/reliability.md, docs/summaries.md, docs/agents.md and README.md
  --summaries prints, or writes, the cost of summaries by a model alone
  --most      prints, or writes into docs/translation.md, the most that a workspace costs at its first limits`;

interface Line {
  readonly what: string;
  readonly usage: Usage;
}

interface Measured {
  readonly lines: readonly Line[];
  /** What companies ask for, as a part of a meeting and of an idle workspace. */
  readonly company: readonly CompanyPart[];
}

const MILLION = 1_000_000;

/** The rows of these parts, by their keys. */
const MEMBERSHIPS = /^mbr_|^usr_\w+ WKS#|^INVITED#/;
const PEOPLE = /^per_|#PERSON#| PEOPLE$/;
const COMPANIES = /^com_|#DOMAIN#/;
const AUDIT = /^aud_/;

/** What is counted on in-memory services, taken as often as the line says. */
async function measure(seed: number): Promise<Measured> {
  const { readOne, readList } = await officeUsage(seed);
  const { usage: meeting, webhooks, writesOf } = await meetingUsage(seed);
  const delivered = await webhookUsage({ events: 50, answers: [204], receiverSeconds: 0.3 });
  const refused = await webhookUsage({ events: 10, answers: [500], receiverSeconds: 0.3 });
  const silent = await webhookUsage({ events: 10, answers: ['timeout_response'], receiverSeconds: 10 });
  const { idleMonth, oneChange } = await calendarUsage();
  const feed = await feedUsage();
  const { transcribedHour, exportedHour } = await orderUsage();
  const people = await peopleUsage();
  const { idleWorkspace, keptMeetings, keptMeeting } = await retentionUsage();
  const counting = await countingUsage();
  const sums = await sumsUsage(SIZE.endpoints);
  const audit = await auditUsage();
  const live = await liveUsage();
  const company: readonly CompanyPart[] = [
    { part: 'memberships', meeting: writesOf(MEMBERSHIPS), idleWorkspace: await idleStorage(MEMBERSHIPS) },
    {
      part: `people, ${PEOPLE_INVITED} of a meeting`,
      meeting: sumOf(people.usage, times(people.companies, -1)),
      idleWorkspace: await idleStorage(PEOPLE),
    },
    {
      part: 'companies, what is written for two',
      meeting: people.companies,
      idleWorkspace: await idleStorage(COMPANIES),
    },
    { part: 'retention, for each month that a meeting is kept', meeting: keptMeeting, idleWorkspace },
    {
      part: 'usage, with its jobs in the transactions of a meeting',
      meeting: sumOf(counting, writesOf(/EVENT#job\.usage$/)),
      idleWorkspace: sums,
    },
    { part: 'audit log', meeting: writesOf(AUDIT), idleWorkspace: await idleStorage(AUDIT) },
  ];
  const lines: readonly Line[] = [
    { what: 'a million reads of a meeting', usage: times(readOne, MILLION) },
    { what: 'a million lists of 25 meetings', usage: times(readList, MILLION) },
    {
      what: `a thousand recorded meetings of an hour, each with ${Number(webhooks.toFixed(1))} webhooks to three endpoints`,
      usage: times(meeting, 1_000),
    },
    {
      what: `the people of a thousand meetings, ${PEOPLE_INVITED} each with ${people.attendanceRows} rows of attendance, from the invite to their numbers after its end`,
      usage: times(people.usage, 1_000),
    },
    {
      what: 'the usage of a thousand recorded meetings, late in a month',
      usage: times(counting, 1_000),
    },
    { what: 'a million webhooks delivered at once', usage: times(delivered, MILLION) },
    { what: 'a million refused 21 times', usage: times(refused, MILLION) },
    { what: 'a million that time out 21 times', usage: times(silent, MILLION) },
    { what: 'a dead endpoint for a month, 100 events a day', usage: times(silent, 3_000) },
    {
      what: 'a thousand connected calendars for a month in which nothing changes in them',
      usage: times(sumOf(...Object.values(idleMonth)), CALENDARS),
    },
    { what: 'a million changes in connected calendars', usage: times(oneChange, MILLION) },
    {
      what: 'a thousand calendar feeds for a month in which nothing changes in them',
      usage: times(sumOf(...Object.values(feed.idleMonth)), CALENDARS),
    },
    { what: 'a million changes in calendar feeds', usage: times(feed.oneChange, MILLION) },
    {
      what: 'a thousand idle workspaces with a retention, for a month',
      usage: times(idleWorkspace, 1_000),
    },
    {
      what: `the same, each with ${MEETINGS_KEPT} past meetings of which nothing is due`,
      usage: times(keptMeetings, 1_000),
    },
    {
      what: `a thousand idle workspaces whose delivered webhooks are summed up, ${SIZE.endpoints} endpoints each, for a month`,
      usage: times(sums, 1_000),
    },
    {
      what: 'a million audited changes of settings, whose events are kept for a year',
      usage: times(audit.change, MILLION),
    },
    { what: 'of that, the audit events and their year', usage: times(audit.event, MILLION) },
    {
      what: 'a thousand memberships, from the invitation to its acceptance',
      usage: times(await membershipUsage(), 1_000),
    },
    {
      what: 'a thousand hours of audio, ordered as text and recognized by Amazon Transcribe',
      usage: times(transcribedHour, 1_000),
    },
    {
      what: `a thousand hours of calls with ${LIVE_LINES.toLocaleString('en')} live lines each that no one reads`,
      usage: times(live.unread, 1_000),
    },
    { what: `the same, each read along by ${LIVE_READERS}`, usage: times(live.read, 1_000) },
    { what: 'a thousand exports of an hour of text as a Word document', usage: times(exportedHour, 1_000) },
    { what: 'a sandbox for a month in which nothing happens', usage: idleUsage('sandbox') },
    { what: 'the same with alarms and the dashboard', usage: idleUsage('sandbox with alarms') },
    { what: 'production for a month in which nothing happens', usage: idleUsage('production') },
  ];
  return { lines, company };
}

const GROUPS: Readonly<Record<string, RegExp>> = {
  table: /^table/,
  queues: /^queue/,
  functions: /^function/,
  'edge and gateway': /^(edge|flood|gateway|socket)/,
  other: /^(bus|key|log|trace|alarm|metric|dashboard|GB out|S3|Transcribe)/,
};

function asTable(all: readonly Line[], prices: Prices): string {
  const rows = all.map(({ what, usage }) => {
    const bill = billFor(usage, prices);
    const shares = Object.values(GROUPS).map((unit) =>
      totalOf(Object.fromEntries(Object.entries(bill).filter(([name]) => unit.test(name)))),
    );
    const units = (usage['table write unit'] ?? 0) / 1_000;
    return [what, ...[totalOf(bill), ...shares].map((dollars) => dollars.toFixed(2)), units.toFixed(1)];
  });
  return table(['US dollars for', 'all', ...Object.keys(GROUPS), 'thousand write units'], rows);
}

const IDLE: readonly IdleStage[] = ['sandbox', 'sandbox with alarms', 'production'];

/** What of idle stages costs a cent a month or more. */
function idleTable(prices: Prices): string {
  const bills = IDLE.map((stage) => billFor(idleUsage(stage), prices));
  const units = Object.keys(bills[0] ?? {}).filter((unit) => bills.some((bill) => (bill[unit] ?? 0) >= 0.01));
  const row = (what: string, dollarsOf: (bill: Usage) => number) => [
    what,
    ...bills.map((bill) => dollarsOf(bill).toFixed(2)),
  ];
  const rows = units.map((unit) => row(unit, (bill) => bill[unit] ?? 0));
  return table(['$ a month', ...IDLE], [...rows, row('all', totalOf)]);
}

const LEFT_OUT =
  'Not in it: free tiers, mail, what a recorder, a transcriber of meetings and a [model of summaries](summaries.md#cost) take, the storage of recordings and media, backups. Webhooks of orders and exports come to it. A recorded meeting is run through with its queues, the bus and the sweeper, and its bot is looked at for the whole hour. Webhooks and looks at bots are worked on ten at a time, as under load; a receiver and a recorder take 0.3 s to answer. *Other* is the bus and keys, logs, traces and alarms, what is sent to the internet, S3 and Amazon Transcribe.';

/** The bounds of tokens and money for a summary by a model. */
async function costOfSummaries(isWritten: boolean): Promise<void> {
  const prices = modelPrices();
  const { commit, date } = circumstances(1);
  const heading = `\`npm run cost -- --summaries\` at commit ${commit}, ${date}. Prices of ${prices.asOf}: ${prices.source}`;
  const figures = [heading, '', await summaryTable(prices)].join('\n');
  console.log(figures);
  if (isWritten) await writeFigures(SUMMARIES, 'summary cost', figures);
}

/** The most that one workspace costs in an hour and in a month. */
async function costAtMost(isWritten: boolean): Promise<void> {
  const prices = listPrices();
  const models = modelPrices();
  const { commit, date } = circumstances(1);
  const heading = `\`npm run cost -- --most\` at commit ${commit}, ${date}. Prices: ${prices.region}, ${prices.asOf}; of models ${models.asOf}.`;
  const used = [
    ...mostUsed(DEFAULT_USAGE_LIMITS, prices, models),
    downloadsAtMost(prices),
    await feedsAtMost(prices),
    await webhooksAtMost(prices),
    await redeliveriesAtMost(prices),
  ];
  const ofAll = newWorkspacesSentence(newWorkspacesAtMost(DEFAULT_USAGE_LIMITS, prices, models));
  const figures = [heading, '', mostTable(used), '', ofAll].join('\n');
  console.log(figures);
  if (isWritten) await writeFigures(TRANSLATION, 'most cost', figures);
}

/** What calls of the connector cost, and the connector without calls. */
async function costOfAgents(meetings: number, isWritten: boolean): Promise<void> {
  const prices = listPrices();
  const { commit, date } = circumstances(1);
  const idle = ['mcp/connector', 'pages/oauth'].map(paidForIdly).reduce((sum, count) => sum + count, 0);
  const figures = [
    `\`npm run cost -- --agents --meetings ${meetings}\` at commit ${commit}, ${date}. Prices: ${prices.region}, ${prices.asOf} ([their sources](reliability.md#cost)).`,
    '',
    await agentTable(prices, meetings),
    '',
    `Without calls: ${idle} resources of the connector and the authorization server are paid for by the month.`,
  ].join('\n');
  console.log(figures);
  if (isWritten) await writeFigures(AGENTS, 'agent cost', figures);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      meetings: { type: 'string', default: String(MEETINGS) },
      explain: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      summaries: { type: 'boolean', default: false },
      agents: { type: 'boolean', default: false },
      most: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  if (values.most) return costAtMost(values.write);
  if (values.explain) return explain(Number(values.seed));
  if (!values.agents) await costOfSummaries(values.write);
  if (values.summaries) return;
  await costOfAgents(Number(values.meetings), values.write);
  if (values.agents) return;
  const prices = listPrices();
  const seed = Number(values.seed);
  const { commit, date } = circumstances(seed);
  const heading = `\`npm run cost -- --seed ${seed}\` at commit ${commit}, ${date}. Prices: ${prices.region}, ${prices.asOf}; ${prices.source}`;
  const { lines, company } = await measure(seed);
  const figures = [heading, '', LEFT_OUT, '', asTable(lines, prices)].join('\n');
  const ofCompanies = companyTable(company, prices);
  console.log(`${figures}\n\n${ofCompanies}`);
  if (!values.write) return;
  await writeFigures(RELIABILITY, 'company cost', ofCompanies);
  await writeFigures(RELIABILITY, 'cost', figures);
  await writeFigures(README, 'idle', idleTable(prices));
}

await main();
