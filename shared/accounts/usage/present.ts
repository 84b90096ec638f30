import * as v from 'valibot';
import type { StoredBytes } from '#shared/accounts/usage/rules/stored-bytes';
import { COUNTED_KINDS, USAGE_KINDS } from '#shared/accounts/usage/rules/usage';
import { type CrossedThreshold, type LimitUse, resetsAt, THRESHOLDS } from '#shared/accounts/usage/rules/usage-limits';
import {
  USAGE_GROUPINGS,
  type UsageEntry,
  type UsageGrouping,
  type UsageSpan,
} from '#shared/accounts/usage/rules/usage-report';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf, later, utcDateOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

const day = v.pipe(v.string(), v.isoDate());

export const UsageBody = v.strictObject({
  object: v.literal('usage'),
  workspace_id: idText('wks'),
  from: day,
  to: day,
  by: v.picklist(USAGE_GROUPINGS),
  data: v.array(
    v.strictObject({
      day: v.nullable(day),
      member_id: v.nullable(idText('mem')),
      kind: v.picklist(USAGE_KINDS),
      quantity: v.number(),
    }),
  ),
  limits: v.array(
    v.strictObject({
      kind: v.picklist(COUNTED_KINDS),
      month: v.string(),
      limit: v.number(),
      used: v.number(),
      threshold: v.nullable(v.picklist(THRESHOLDS)),
      resets_at: dateTime,
    }),
  ),
  /** In the response alone: the event is about one limit of a month. */
  stored_bytes: v.optional(v.strictObject({ limit: v.number(), used: v.number() })),
});

/** A report of what a workspace used. */
export interface UsageAnswer {
  readonly workspaceId: WorkspaceId;
  readonly span: UsageSpan;
  readonly by: UsageGrouping;
  readonly entries: readonly UsageEntry[];
  /** Of the current month. */
  readonly limits: readonly LimitUse[];
}

export const presentUsage = ({ workspaceId, span, by, entries, limits }: UsageAnswer) => ({
  object: 'usage',
  workspace_id: workspaceId,
  from: span.from,
  to: span.to,
  by,
  data: entries.map(({ memberId, ...entry }) => ({
    day: entry.day,
    member_id: memberId,
    kind: entry.kind,
    quantity: entry.quantity,
  })),
  limits: limits.map(({ kind, month, limit, used, threshold }) => ({
    ...{ kind, month, limit, used, threshold },
    resets_at: isoOf(resetsAt(month)),
  })),
});

/** The same with what the workspace stores now. */
export const presentWorkspaceUsage = ({ stored, ...answer }: UsageAnswer & { readonly stored: StoredBytes }) => ({
  ...presentUsage(answer),
  stored_bytes: { limit: stored.limit, used: stored.used },
});

/** The usage of the month and kind whose limit reached a threshold. */
export function presentThreshold({ workspaceId, ...use }: CrossedThreshold) {
  const { kind, month, used: quantity } = use;
  const last = utcDateOf(later(resetsAt(month), -1));
  return presentUsage({
    workspaceId,
    span: { from: `${month}-01`, to: last },
    by: 'kind',
    entries: [{ day: null, memberId: null, kind, quantity }],
    limits: [use],
  });
}
