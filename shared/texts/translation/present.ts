import * as v from 'valibot';
import { ISSUE_KINDS, type KeptIssues } from '#shared/texts/translation/rules/translation-issue';

/** What is wrong with a translation: the number of its issues, and the first of them. */
export const issuesFields = {
  issues_count: v.number(),
  issues: v.array(
    v.strictObject({ segment_id: v.string(), kind: v.picklist(ISSUE_KINDS), missing: v.nullable(v.string()) }),
  ),
};

export const presentIssues = (kept: KeptIssues | undefined) => ({
  issues_count: kept?.count ?? 0,
  issues: (kept?.first ?? []).map(({ segmentId, kind, missing }) => ({
    segment_id: segmentId,
    kind,
    missing: missing === '' ? null : missing,
  })),
});
