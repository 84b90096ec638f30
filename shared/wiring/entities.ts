import { bots } from '#shared/bots/store';
import { brandKits } from '#shared/brand-kits/store';
import { calendarEvents } from '#shared/calendar-events/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { connectLinks } from '#shared/calendars/consent/connect-links-store';
import type { EntityNotes } from '#shared/dynamodb/entity';
import { files } from '#shared/files/store';
import { users } from '#shared/identity/store';
import { meetings } from '#shared/meetings/store';
import { members } from '#shared/members/store';
import { assignments, settings } from '#shared/settings/store';
import { summaryTemplates } from '#shared/summaries/store';
import { deliveries } from '#shared/webhooks/delivery/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { workspaces } from '#shared/workspaces/store';

/** What docs/table.md prints of an entity. */
export interface TableEntity {
  readonly noun: string;
  readonly prefix: string;
  readonly options: { readonly list?: string; readonly notes?: EntityNotes };
}

/** Every entity of the table, in the order of docs/table.md. */
export const entities: readonly TableEntity[] = [
  users,
  workspaces,
  members,
  meetings,
  calendarEvents,
  bots,
  settings,
  assignments,
  summaryTemplates,
  brandKits,
  files,
  calendarConnections,
  connectLinks,
  webhookEndpoints,
  deliveries,
];
