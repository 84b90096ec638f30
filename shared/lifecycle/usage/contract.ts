import * as v from 'valibot';
import { UsageBody } from '#shared/accounts/usage/present';
import { daysOf, MOST_DAYS, USAGE_GROUPINGS } from '#shared/accounts/usage/rules/usage-report';
import { readIsoDate } from '#shared/foundation/core/time';
import { contract } from '#shared/foundation/http/contract';
import { documented, rule, workspaceField } from '#shared/foundation/http/fields';

/** A day in UTC. */
const dayField = (description: string) =>
  documented(
    v.pipe(
      v.string(),
      v.check((text) => readIsoDate(text) !== undefined, '[bad_request] must be a day such as 2026-11-24.'),
    ),
    { type: 'string', format: 'date', description },
  ) as v.GenericSchema<string, string>;

const UsageQuery = v.strictObject({
  workspace_id: workspaceField,
  from: v.optional(dayField('The first day, in UTC. Default: the first of the month of `to`.')),
  to: v.optional(dayField('The last day, in UTC. Default: today.')),
  by: v.optional(v.picklist(USAGE_GROUPINGS)),
});

type UsageQuery = v.InferOutput<typeof UsageQuery>;

const fits = ({ from, to }: UsageQuery, holds: (days: number) => boolean): boolean =>
  from === undefined || to === undefined || holds(daysOf({ from, to }));

export const getUsageContract = contract({
  method: 'GET',
  path: '/usage',
  group: 'workspaces',
  access: 'administer',
  forbidden: {
    code: 'workspace_access_not_allowed',
    message: 'Only owners and admins of the workspace can read its usage.',
  },
  summary: 'Read the usage of a workspace',
  description:
    'What was used from one day (UTC) to another, both included, at most 366 days: by `day` (unless another is asked for), by `member`, or by `kind`. Without `from`, since the first of the month of `to`; without `to`, until today. Each bot, recording, transcript, export and webhook is counted exactly once, within two minutes. Stored gigabytes are a figure for each day; where the usage is not by day, that of the last one. `stored_bytes` *(added)* is what the workspace stores now, with what is reserved for files on their way, and the limit of it.',
  query: v.pipe(
    UsageQuery,
    rule<UsageQuery>('to', '[bad_request] must not be before from.', (query) => fits(query, (days) => days >= 1)),
    rule<UsageQuery>('to', '[bad_request] must be at most 365 days after from.', (query) =>
      fits(query, (days) => days <= MOST_DAYS),
    ),
  ),
  responses: { 200: { description: 'The usage.', schema: UsageBody } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 403: ['workspace_access_not_allowed'], 429: ['rate_limited'] },
});
