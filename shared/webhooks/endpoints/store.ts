import * as v from 'valibot';
import { mailRecordsAbout } from '#shared/accounts/mail/mail-records-store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Key, Table } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant, label, metadata } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';
import { streakKey } from '#shared/webhooks/endpoints/failure-streak-store';
import { NO_HEADERS, type SealedHeaders } from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { type EventFilters, FILTER_OPERATORS } from '#shared/webhooks/endpoints/rules/event-filter';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { statsPartitions } from '#shared/webhooks/stats/stats-store';

const Filters: v.GenericSchema<unknown, EventFilters> = v.record(
  v.string(),
  v.array(
    v.object({
      path: v.string(),
      operator: v.picklist(FILTER_OPERATORS),
      value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
    }),
  ),
);

const Headers: v.GenericSchema<unknown, SealedHeaders> = v.object({
  names: v.array(v.string()),
  sealed: v.nullable(v.string()),
});

/** Webhook endpoints of a workspace, their signing secrets sealed. */
export const webhookEndpoints = entity<WebhookEndpoint>({
  noun: 'webhook endpoint',
  type: 'webhook_endpoint',
  prefix: 'whe',
  list: 'WHE',
  dependents: rowsBeside,
  notes: {
    rows: {
      '`whe_`, `STREAK`': 'Attempts since the last acknowledgement, while there is none',
      '`whe_…#STATS#n`, hour`#n`': 'Counts of the attempts of one hour',
    },
  },
  schema: v.object({
    id: id('whe'),
    workspaceId: id('wks'),
    url: v.string(),
    enabledEvents: v.array(v.string()),
    status: v.picklist(['enabled', 'disabled']),
    // Rows from before these were kept have none of them.
    disabledReason: v.optional(v.nullable(label(['requested', 'failing'])), null),
    failingSince: v.optional(v.nullable(instant), null),
    disableAfterHours: v.optional(v.nullable(v.number()), null),
    maxPerSecond: v.optional(v.nullable(v.number()), null),
    pin: v.string(),
    sealedSecrets: v.array(v.object({ sealed: v.string(), until: v.nullable(instant) })),
    metadata,
    // Rows that were written before there were these have none.
    filters: v.optional(Filters, {}),
    headers: v.optional(Headers, NO_HEADERS),
    createdAt: instant,
    updatedAt: instant,
  }),
});

const Stored = v.object({ id: id('whe') });

/** The statistics, the streak of failures and the records of mails. */
async function rowsBeside(table: Table, _workspace: WorkspaceId, state: unknown): Promise<readonly (readonly Key[])[]> {
  const stored = v.safeParse(Stored, state);
  if (!stored.success) return [];
  const { id } = stored.output;
  const statistics = statsPartitions(id).map((pk) => partition(table, pk));
  return Promise.all([...statistics, mailRecordsAbout(table, id), [streakKey(id)]]);
}
