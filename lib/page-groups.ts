import type { TableIndex } from '../shared/foundation/infrastructure-names.ts';
import type { Sealed } from './constructs/secrets-key.ts';

/** Pages, or callbacks of other services, that one function serves at the root of the origin. */
export interface PageGroup {
  /** Folder under functions/. */
  readonly entry: string;
  readonly description: string;
  /** Paths with everything below them, except `/`, which is one page. */
  readonly paths: readonly string[];
  /** The indexes that it queries. Undefined for a group without access to the table. */
  readonly table?: readonly TableIndex[];
  /** Reads recordings, and corrects their transcripts and the texts of conversations. */
  readonly writesRecordings?: true;
  /** Reads recordings, transcripts, summaries, and the texts of conversations. */
  readonly readsRecordings?: true;
  /** Takes uploads of media, and signs the links for them. */
  readonly takesUploads?: true;
  /** Reads what search has of the texts, and keeps it in memory and on its disk. */
  readonly searches?: true;
  /** Links to files of exports. */
  readonly readsExports?: true;
  /** The secrets that it may seal and open: separate permissions, since few groups need both. */
  readonly seals?: readonly Sealed[];
  readonly opens?: readonly Sealed[];
  /** Asks whether the table, the bus and the keys answer. */
  readonly checksHealth?: true;
  /** Handles sign-in, sign-up and sign-out. */
  readonly signsIn?: true;
}

/** By the name under which the service stack finds the function of a group. */
export const PAGE_GROUPS = {
  account: {
    entry: 'pages/account',
    description: 'Signs people in, up and out, and serves the assets of all pages',
    paths: ['/sign-in', '/sign-up', '/sign-out', '/assets'],
    table: [],
    signsIn: true,
  },
  app: {
    entry: 'pages/app',
    description:
      'Shows workspaces, calendars, webhooks, meetings, conversations and orders, takes uploads, issues API keys, and ends agents',
    paths: ['/', '/app', '/settings'],
    // Lists by start, and webhook events by their state.
    table: ['list', 'order'],
    writesRecordings: true,
    readsExports: true,
    takesUploads: true,
    // Only `/agent_sessions` opens the sealed copy of an API key.
    seals: ['cursor-key', 'handoff', 'live-ticket-key'],
    opens: ['cursor-key', 'erasure-key', 'live-ticket-key'],
  },
  connect: {
    entry: 'pages/connect',
    description: 'Gets consent to read calendars',
    paths: ['/connect'],
    table: [],
    // Only the calendar sync opens a grant.
    seals: ['calendar-grant'],
    opens: ['provider-client'],
  },
  oauth: {
    entry: 'pages/oauth',
    description: 'Authorizes agents to read meetings',
    paths: ['/oauth', '/.well-known'],
    table: [],
    // Audit events have keyed hashes of addresses.
    seals: ['oauth-key', 'cursor-key'],
    opens: ['oauth-key', 'cursor-key'],
  },
  mcp: {
    entry: 'mcp/connector',
    description: 'Answers agents over MCP: searches meetings, reads transcripts, summaries and people',
    paths: ['/mcp'],
    table: ['list'],
    readsRecordings: true,
    searches: true,
    seals: ['cursor-key'],
    opens: ['cursor-key'],
  },
  unsubscribe: {
    entry: 'pages/unsubscribe',
    description: 'Unsubscribes addresses from mail',
    paths: ['/unsubscribe'],
    table: [],
    // The function that sends mail creates the key.
    opens: ['unsubscribe-key'],
  },
  health: {
    entry: 'pages/health',
    description: 'Says whether the table, the bus and the keys answer',
    paths: ['/health'],
    seals: ['health'],
    checksHealth: true,
  },
  notifications: {
    entry: 'hooks/calendar-notifications',
    description: 'Receives change notifications from Google and Microsoft',
    paths: ['/hooks/google', '/hooks/microsoft'],
    table: [],
    // The calendar sync creates the key.
    opens: ['client-state-key'],
  },
} as const satisfies Readonly<Record<string, PageGroup>>;

export type PageGroupName = keyof typeof PAGE_GROUPS;
