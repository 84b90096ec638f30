import type { TableIndex } from '../shared/foundation/infrastructure-names.ts';

/** A group of endpoints: a folder of functions/api, its routes, and what its function may access. */
export interface ApiGroup {
  /** Paths below /api/v1. */
  readonly paths: readonly string[];
  /** The indexes that it queries. Undefined for a group without access to the table. */
  readonly table?: readonly TableIndex[];
  /** Reads recordings. */
  readonly readsFiles?: true;
  /** Signs links to the files of exports, which may be the media files of orders. */
  readonly readsExports?: true;
  /** Corrects transcripts of recordings, and texts of orders. */
  readonly writesRecordings?: true;
  /** Stores and deletes terms of glossaries. */
  readonly writesGlossaries?: true;
  /** Stores and deletes uploads. */
  readonly writesFiles?: true;
  /** Takes uploads of media, and signs the links for them. */
  readonly takesUploads?: true;
  /** Seals the URLs of media files. */
  readonly mediaUrls?: true;
  /** Signs and verifies links to files. */
  readonly fileLinks?: true;
  /** Opens API keys that were handed off to agents. */
  readonly handoffs?: true;
  /** Issues tickets for live transcripts. */
  readonly issuesLiveTickets?: true;
  /** Seals the URLs of calendar feeds. */
  readonly calendarFeeds?: true;
  /** Takes names and addresses of people, and compares them with those who were erased. */
  readonly namesPeople?: true;
  /** Stores consent links in idempotency records. */
  readonly connectLinks?: true;
  /** Creates the secrets of orders' own webhooks. */
  readonly orderWebhooks?: true;
  /** Creates webhook secrets, and signs test events with them. */
  readonly webhookSecrets?: true;
  /** Reads what search has of the texts, and keeps it in memory and on its disk. */
  readonly searches?: true;
}

/** By the name of the folder, which `fallback` uses as well. */
export const API_GROUPS: Readonly<Record<string, ApiGroup>> = {
  workspaces: {
    paths: ['/workspaces', '/organizations', '/organization_memberships', '/usage', '/audit_events'],
    table: ['list'],
  },
  // Lists by start and by last change. A meeting has links to its recording.
  meetings: {
    paths: ['/meetings'],
    table: ['list', 'order'],
    readsFiles: true,
    namesPeople: true,
    issuesLiveTickets: true,
  },
  // A conversation shows the text of its meeting.
  conversations: {
    paths: ['/conversations', '/transcriptions'],
    table: ['list'],
    writesRecordings: true,
    namesPeople: true,
    // An older path orders the text of a media file.
    mediaUrls: true,
  },
  // Links lead to the files of exports and to recordings.
  search: { paths: ['/search'], table: ['list'], searches: true },
  exports: { paths: ['/exports'], table: [], readsFiles: true, readsExports: true },
  orders: {
    paths: ['/orders', '/transcribe', '/subtitle', '/translate', '/task'],
    table: ['list'],
    orderWebhooks: true,
    mediaUrls: true,
  },
  folders: { paths: ['/folders'], table: ['list'] },
  glossaries: { paths: ['/glossaries'], table: ['list'], writesGlossaries: true },
  'style-guides': { paths: ['/style_guides'], table: ['list'] },
  uploads: { paths: ['/uploads'], table: ['list'], takesUploads: true },
  'calendar-events': { paths: ['/calendar_events'], table: ['list', 'order'], namesPeople: true },
  'calendar-connections': {
    paths: ['/calendar_connections', '/calendar_connect_links', '/calendar_feeds'],
    table: ['list'],
    calendarFeeds: true,
    connectLinks: true,
  },
  members: { paths: ['/members'], table: ['list'], namesPeople: true },
  // People of a workspace by last met, and those of a company.
  people: { paths: ['/people', '/companies'], table: ['list', 'order'], namesPeople: true },
  settings: { paths: ['/settings', '/settings_assignments'], table: ['list'] },
  policies: { paths: ['/policies'], table: ['list'] },
  'summary-templates': { paths: ['/summary_templates'], table: ['list'] },
  bots: { paths: ['/bots', '/meeting_bots'], table: ['list'], namesPeople: true },
  'brand-kits': { paths: ['/brand_kits'], table: ['list'], writesFiles: true, fileLinks: true },
  files: { paths: ['/files'], table: ['list'], writesFiles: true, fileLinks: true },
  'webhook-endpoints': { paths: ['/webhook_endpoints'], table: ['list', 'order'], webhookSecrets: true },
  // Failed, retrying and skipped events have their own partitions in `order`.
  'webhook-events': { paths: ['/webhook_events'], table: ['list', 'order'] },
  'agent-sessions': { paths: ['/agent_sessions'], table: [], handoffs: true },
  documents: { paths: ['/openapi.json', '/asyncapi.json', '/llms.txt', '/llms-full.txt', '/changelog', '/docs'] },
};
