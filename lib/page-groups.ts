import type { TableIndex } from './constructs/main-table.ts';
import type { Sealed } from './constructs/secrets-key.ts';

/** Pages, or callbacks of other services, that one function answers at the origin itself. */
export interface PageGroup {
  /** Folder under functions/. */
  readonly entry: string;
  readonly describedAs: string;
  /** Each with all beneath it; but for `/`, which is one page. */
  readonly paths: readonly string[];
  /** Indexes its lists come from; none for a group that never opens the table. */
  readonly table?: readonly TableIndex[];
  /** Plays recordings. */
  readonly readsFiles?: true;
  /** What it may seal, and what it may open: two rights, and few need both. */
  readonly seals?: readonly Sealed[];
  readonly opens?: readonly Sealed[];
  /** Signs people in, up and out. */
  readonly signsIn?: true;
}

/** By the name under which the service stack finds a group's function, to let it do more. */
export const PAGE_GROUPS = {
  account: {
    entry: 'pages/account',
    describedAs: 'Signs people in, up and out, and serves what all pages share',
    paths: ['/sign-in', '/sign-up', '/sign-out', '/assets'],
    table: [],
    signsIn: true,
  },
  app: {
    entry: 'pages/app',
    describedAs: 'Shows people their workspaces, calendars, webhooks and meetings, and gives out keys and codes',
    paths: ['/', '/app', '/settings'],
    // Lists by start, and events by their state.
    table: ['list', 'order'],
    readsFiles: true,
    // A key that is handed off is for `/agent_sessions` alone to open.
    seals: ['cursor-key', 'handoff'],
    opens: ['cursor-key'],
  },
  connect: {
    entry: 'pages/connect',
    describedAs: 'Asks people for consent to read their calendar',
    paths: ['/connect'],
    table: [],
    // What a person grants is for the sync alone to open.
    seals: ['calendar-grant'],
    opens: ['provider-client'],
  },
  notifications: {
    entry: 'hooks/calendar-notifications',
    describedAs: 'Hears from Google and Microsoft that a calendar changed',
    paths: ['/hooks'],
    table: [],
  },
} as const satisfies Readonly<Record<string, PageGroup>>;

export type PageGroupName = keyof typeof PAGE_GROUPS;
