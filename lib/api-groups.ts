import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TableIndex } from './constructs/main-table.ts';

/** One group of endpoints: a folder of functions/api, the paths it answers, and what it may touch. */
export interface ApiGroup {
  /** Beneath /api/v1. */
  readonly paths: readonly string[];
  /** Indexes its lists come from; none for a group that never opens the table. */
  readonly table?: readonly TableIndex[];
  /** Links to recordings, and uploads that are read back. */
  readonly readsFiles?: true;
  /** Takes uploads, and deletes them. */
  readonly writesFiles?: true;
  /** Signs links to files, and checks them. */
  readonly fileLinks?: true;
  /** Opens what was handed off to agents. */
  readonly handoffs?: true;
  /** Keeps the addresses of consent pages in answers that are to be repeated. */
  readonly connectLinks?: true;
  /** Issues webhook secrets, and signs test events with them. */
  readonly webhookSecrets?: true;
}

/** Groups that differ from the rule: a folder `summary-templates` answers at `/summary_templates` and lists by `list`. */
const DIFFERENT: Readonly<Record<string, ApiGroup>> = {
  workspaces: { paths: ['/workspaces', '/organizations'], table: ['list'] },
  // Lists by start and by last change; one answer carries links to its recording.
  meetings: { paths: ['/meetings'], table: ['list', 'order'], readsFiles: true },
  'calendar-events': { paths: ['/calendar_events'], table: ['list', 'order'] },
  'calendar-connections': {
    paths: ['/calendar_connections', '/calendar_connect_links'],
    table: ['list'],
    connectLinks: true,
  },
  settings: { paths: ['/settings', '/settings_assignments'], table: ['list'] },
  bots: { paths: ['/bots', '/meeting_bots'], table: ['list'] },
  'brand-kits': { paths: ['/brand_kits'], table: ['list'], writesFiles: true, fileLinks: true },
  files: { paths: ['/files'], table: ['list'], writesFiles: true, fileLinks: true },
  'webhook-endpoints': { paths: ['/webhook_endpoints'], table: ['list', 'order'], webhookSecrets: true },
  // Failed, retrying and skipped events have partitions of their own in `order`.
  'webhook-events': { paths: ['/webhook_events'], table: ['list', 'order'] },
  'agent-sessions': { paths: ['/agent_sessions'], table: [], handoffs: true },
  documents: { paths: ['/openapi.json', '/changelog', '/docs'] },
};

const groupOf = (folder: string): ApiGroup =>
  DIFFERENT[folder] ?? { paths: [`/${folder.replaceAll('-', '_')}`], table: ['list'] };

/** One for each folder of functions/api but `fallback`, which passes requests on to these by the folder's name. */
export const API_GROUPS: Readonly<Record<string, ApiGroup>> = Object.fromEntries(
  readdirSync(join(import.meta.dirname, '../functions/api'))
    .filter((folder) => folder !== 'fallback')
    .map((folder) => [folder, groupOf(folder)]),
);
