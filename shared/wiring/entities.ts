import { auditEventEntity } from '#shared/audit-events/row';
import { bots } from '#shared/bots/store';
import { brandKits } from '#shared/brand-kits/store';
import { calendarEvents } from '#shared/calendar-events/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { connectLinks } from '#shared/calendars/consent/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { companies } from '#shared/companies/store';
import { conversations } from '#shared/conversations/store';
import type { Dependents, EntityNotes } from '#shared/dynamodb/entity';
import { exportEntity } from '#shared/exports/store';
import { files } from '#shared/files/store';
import { folders } from '#shared/folders/store';
import { glossaries } from '#shared/glossaries/store';
import { users } from '#shared/identity/store';
import { meetings } from '#shared/meetings/store';
import { members } from '#shared/members/store';
import { memberships } from '#shared/memberships/store';
import { orders } from '#shared/orders/store';
import { people } from '#shared/people/store';
import { assignments, settings } from '#shared/settings/store';
import { styleGuides } from '#shared/style-guides/store';
import { summaryTemplates } from '#shared/summaries/store';
import { uploads } from '#shared/uploads/store';
import { deliveries } from '#shared/webhooks/delivery/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { workspaces } from '#shared/workspaces/store';

/** What docs/table.md prints of an entity, and the workspace purge deletes. */
export interface TableEntity {
  readonly noun: string;
  readonly prefix: string;
  readonly options: { readonly list?: string; readonly notes?: EntityNotes; readonly dependents?: Dependents };
}

/** Every entity of the table: in this order the purge of a workspace deletes its lists, and docs/table.md prints them. */
export const entities: readonly TableEntity[] = [
  users,
  workspaces,
  deliveries,
  bots,
  orders,
  conversations,
  folders,
  uploads,
  exportEntity,
  meetings,
  people,
  companies,
  calendarEvents,
  calendarConnections,
  calendarFeeds,
  connectLinks,
  members,
  assignments,
  settings,
  summaryTemplates,
  styleGuides,
  glossaries,
  brandKits,
  files,
  webhookEndpoints,
  memberships,
  auditEventEntity,
];
