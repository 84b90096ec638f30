import * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import { idText } from '#shared/http/response/wire';
import { USAGE_KINDS } from '#shared/usage/rules/usage';
import { USAGE_GROUPINGS, type UsageEntry, type UsageGrouping, type UsageSpan } from '#shared/usage/rules/usage-report';

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
});

/** A report of what a workspace used. */
export interface UsageAnswer {
  readonly workspaceId: WorkspaceId;
  readonly span: UsageSpan;
  readonly by: UsageGrouping;
  readonly entries: readonly UsageEntry[];
}

export const presentUsage = ({ workspaceId, span, by, entries }: UsageAnswer) => ({
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
});
