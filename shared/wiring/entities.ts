import { users } from '#shared/accounts/identity/store';
import { members } from '#shared/accounts/members/store';
import { memberships } from '#shared/accounts/memberships/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { connectLinks } from '#shared/calendars/consent/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { auditEventEntity } from '#shared/foundation/audit-events/row';
import { files } from '#shared/foundation/files/store';
import { bots } from '#shared/meetings/bots/store';
import { brandKits } from '#shared/meetings/brand-kits/store';
import { calendarEvents } from '#shared/meetings/calendar-events/store';
import { companies } from '#shared/meetings/companies/store';
import { meetings } from '#shared/meetings/meetings/store';
import { people } from '#shared/meetings/people/store';
import { assignments, settings } from '#shared/meetings/settings/store';
import { conversations } from '#shared/texts/conversations/store';
import { exportEntity } from '#shared/texts/exports/store';
import { folders } from '#shared/texts/folders/store';
import { glossaries } from '#shared/texts/glossaries/store';
import { orders } from '#shared/texts/orders/store';
import { uploads } from '#shared/texts/uploads/store';
import { deliveries } from '#shared/webhooks/delivery/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { resources, type TableEntity } from '#shared/wiring/resources';

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
  ...resources.map(({ entity }) => entity),
  glossaries,
  brandKits,
  files,
  webhookEndpoints,
  memberships,
  auditEventEntity,
];
