import type { TableEntity } from '#shared/wiring/resources';

/** A kind of row that is no entity: found by a key of its own, or kept for a while. */
interface PlainRow {
  /** `pk, sk` */
  readonly key: string;
  readonly row: string;
}

const PLAIN_ROWS: readonly PlainRow[] = [
  { key: 'usr_, IDEM#h', row: 'Idempotency record of a request, 24 hours' },
  { key: 'SES#digest, .', row: 'Session of a person on the hosted pages, 12 hours' },
  { key: 'SIGNIN#h(state), .', row: 'Sign-in under way, 10 minutes' },
  { key: 'SIGNUP#h(browser email), .', row: 'Email that was signed up in a browser, a week' },
  { key: 'CODE#h, .', row: 'Handoff code with the sealed API key, 5 minutes' },
  { key: 'TICKET#digest, .', row: 'Ticket for a live transcript, one minute' },
  {
    key: 'LIVE#bot_, FEED',
    row: 'Live transcript of a bot in a call: how far it is, who sends it; due two minutes later, until the call ends',
  },
  { key: 'LIVE#bot_, SEGMENT#nnn', row: 'A segment of it, in one of 200 places' },
  {
    key: 'READING#mtg_, id',
    row: 'A place of a reader in a meeting, until its ticket or connection ends; in the list `READING#usr_`',
  },
  {
    key: 'LIVE#bot_, READER#connection',
    row: 'A connection that reads it; in the list `SOCKET#connection`, bot_',
  },
  { key: 'CONSENT#digest(state), .', row: 'OAuth consent under way, 10 minutes' },
  { key: 'OAUTH#digest(id), .', row: 'Code, token, consent or client of the authorization server, until it ends' },
  { key: 'usr_, AGENT#h', row: 'Agent that a user connected, 180 days' },
  { key: 'usr_, AGENT#h#W', row: 'The agent was ended in a workspace; as long as the agent' },
  { key: 'SYSTEM, OAUTH_KEY', row: 'Key of the authorization server, sealed' },
  { key: 'PROVIDER#google, .', row: 'OAuth client of the deployment at a calendar provider, secret sealed' },
  { key: 'MODEL#speech, .', row: 'Speech service of the deployment, API key sealed' },
  { key: 'MODEL#summaries, .', row: 'Model of the deployment that writes summaries, API key sealed' },
  { key: 'MODEL#translations, .', row: 'Engine of the deployment that translates, API key sealed' },
  { key: 'READONLY#, .', row: 'The deployment is read-only: since when, and by whom' },
  {
    key: 'LIMIT#subject#limit#window, .',
    row: 'Uses of a limit in one window, bots sent in a month among them; the subject is a workspace, user or address',
  },
  {
    key: 'out_, EVENT#type',
    row: 'Outbox row of an event, due 45 seconds later, or of a job with content and cursor, due 2 minutes later; until it is done',
  },
  { key: 'out_, EVENT#type#subject', row: 'Outbox row of a job that only names a bot, delivery or connection' },
  { key: 'out_, BODY#pin', row: 'Rendered text of an event at an API version' },
  { key: 'SYSTEM, ENDPOINT_PACES', row: 'Degraded and slow webhook endpoints, and until when' },
  {
    key: 'PLACES#queue#whe_, .',
    row: 'Batches of a queue that hold first attempts of a webhook endpoint, a workspace (`wks_`) or a founder (`usr_`), a day',
  },
  { key: 'LINE#whe_, .', row: 'Rate limiter of a webhook endpoint with a rate, 31 days' },
  {
    key: 'LINE#wks_, .',
    row: 'Rate limiter of the events of a workspace that are fanned out, or of all workspaces of a founder (`usr_`), 31 days',
  },
  {
    key: 'LINE#REDELIVERIES#usr_, .',
    row: 'Rate limiter of the events that bulk redeliveries of all workspaces of a founder send again, 31 days',
  },
  {
    key: 'LINE#WALKS#wks_, .',
    row: 'Rate limiter of the jobs of a workspace that change many rows and wait for room, 31 days',
  },
  {
    key: 'wks_, BULK_REDELIVERY',
    row: 'The bulk redelivery that a workspace has at a time, 8 days after its last page',
  },
  { key: 'RATE#whe_#second, .', row: 'Attempts at a webhook endpoint with a rate in one second, 10 minutes' },
  { key: 'RECORDERS#, .', row: 'Recorders of the deployment, secrets sealed, and their order by platform' },
  {
    key: 'RECORDER#name, CIRCUIT',
    row: 'The circuit breaker of a recorder: failures since its last success, and until when it gets no bot',
  },
  {
    key: 'DOWNLOADS#long, .',
    row: 'Ingestions of orders whose downloads hold a worker for longer than a turn, and the turns of users',
  },
  { key: 'ENGINE#speech, .', row: 'Operations of orders that have a job at the speech service, or wait for one' },
  {
    key: 'COMPARED#2026-11-02, .',
    row: 'Seconds that recorders transcribed on a day, and those that the speech service heard again, a week',
  },
  { key: 'COMPARED#2026-11-02, wks_', row: 'The same of one workspace' },
  { key: 'RECORDED#name#h(id), .', row: 'Bot by the id that a recorder gave it, 60 days' },
  {
    key: 'mtg_ or whe_, MAIL#occasion#h(email)',
    row: 'Record of a mail about the resource to one address, so that it is sent at most once, 400 days',
  },
  { key: 'SUPPRESSED#digest(email), .', row: 'Address that bounced or complained: it gets no mail' },
  {
    key: 'SUPPRESSED#digest(email), W#kind',
    row: 'Address that has unsubscribed from one kind of mail of a workspace',
  },
  {
    key: 'wks_, MAILS#2026-11-02',
    row: 'How many mails of a workspace to members were sent, bounced or complained about in 30 days, by their first day; 90 days',
  },
  { key: 'wks_, MAILS#2026-11-02#strangers', row: 'The same of mails to strangers' },
  {
    key: 'FOUNDER#usr_, MAILS#2026-11-02',
    row: 'The same of all workspaces that a user founded; `#strangers` as well',
  },
  {
    key: 'FOUNDER#usr_, MAILS#LEFT_OUT',
    row: 'The workspace whose mails are left out where those of its founder are judged, 90 days; `#strangers` as well',
  },
  {
    key: 'FOUNDER#usr_, MAIL_STOP',
    row: 'Mail to people outside of the workspaces that a user founded is stopped, until the operator lets one mail again',
  },
  { key: 'wks_, SEARCH', row: 'Segments of search that were written and merged; due when the next ones are merged' },
  { key: 'wks_, USAGE#2026-11', row: 'What a workspace used in a month, by day and kind' },
  { key: 'wks_, USAGE#2026-11#mem_', row: 'What it used for one member' },
  { key: 'wks_, USAGE#STORED#2026-11', row: 'Bytes that it stored and removed in a month, by day' },
  { key: 'wks_, USAGE#LIMITED_BYTES', row: 'Bytes that its limit of stored bytes is compared with' },
  {
    key: 'USED#files#h(id), .',
    row: 'Bytes that were counted of a resource, those towards the limit apart, until 60 days after their removal',
  },
  {
    key: 'wks_, USAGE#DELIVERED#2026-11',
    row: 'Webhooks that were delivered in a month, by day, as far as they are summed up, and to endpoints that were deleted before',
  },
  { key: 'wks_, USAGE#DUE', row: 'When delivered webhooks are summed up next; due then' },
  {
    key: 'wks_, USAGE#FORMER#2026-11-24#whe_',
    row: 'Webhook endpoint that was deleted on a day, with what was counted of it then, 32 days; older rows have neither',
  },
  { key: 'wks_…#STATS#n, hour#n', row: 'Webhooks of orders that were delivered in an hour' },
  { key: 'USED#kind#h(id), .', row: 'Use that was counted, by the id of what was used, 60 days' },
  { key: 'OUTBOX#, time_h(id)', row: 'Mail of a local stack, which is kept instead of sent, a week' },
  { key: 'SYSTEM, UNSUBSCRIBE_KEY', row: 'Key of unsubscribe links, sealed' },
  { key: 'SYSTEM, CURSOR_KEY', row: 'Key of list cursors, sealed' },
  { key: 'SYSTEM, CLIENT_STATE_KEY', row: 'Key of the client states of calendar watches, sealed' },
  { key: 'SYSTEM, LIVE_TICKET_KEY', row: 'Key of tickets for live transcripts, sealed' },
  { key: 'SYSTEM, CALENDAR_ACCESS_KEY', row: 'Key of kept access tokens of calendars, sealed' },
  { key: 'SYSTEM, FILE_LINK_KEYS', row: 'Keys of file links, sealed' },
];

const BEGIN = '<!-- rows: printed by `npm run docs -- table` -->';
const END = '<!-- end of rows -->';

/** docs/table.md with its rows printed from the entities. Throws where the page has no place for them. */
export function withRows(page: string, entities: readonly TableEntity[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/table.md has no place for its rows: ${BEGIN} … ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${rowsOf(entities)}\n\n${page.slice(end)}`;
}

function rowsOf(entities: readonly TableEntity[]): string {
  const lines = [
    '| Row | `pk`, `sk` | `list` | `order` | `due` |',
    '| - | - | - | - | - |',
    ...entities.flatMap(linesOf),
    ...PLAIN_ROWS.map(({ key, row }) => `| ${row} | ${keyText(key)} | | | |`),
  ];
  return lines.join('\n');
}

function linesOf({ noun, prefix, options: { list, notes } }: TableEntity): readonly string[] {
  const listed = list === undefined ? (notes?.listSort ?? '') : `${keyText(`W#${list}`)}, ${notes?.listSort ?? 'id'}`;
  const order = keyText(notes?.order ?? '');
  return [
    `| **${noun[0]?.toUpperCase()}${noun.slice(1)}** | ${keyText(`${prefix}_, .`)} | ${listed} | ${order} | ${notes?.due ?? ''} |`,
    ...Object.entries(notes?.rows ?? {}).map(([key, row]) => `| ${row} | ${keyText(key)} | | | |`),
  ];
}

/** `wks_, MEMBERS` as two pieces of code. */
const keyText = (key: string): string =>
  key
    .replaceAll('`', '')
    .split(', ')
    .map((part) => (part === '' ? '' : `\`${part}\``))
    .join(', ');
