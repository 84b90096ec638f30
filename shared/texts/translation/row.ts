import * as v from 'valibot';
import { ISSUE_KINDS, type KeptIssues, type TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/** An issue as rows and files hold it. */
export const TranslationIssueRow: v.GenericSchema<unknown, TranslationIssue> = v.object({
  segmentId: v.string(),
  kind: v.picklist(ISSUE_KINDS),
  missing: v.string(),
});

/** Issues as rows of conversations and orders hold them. */
export const KeptIssuesRow: v.GenericSchema<unknown, KeptIssues> = v.object({
  count: v.number(),
  first: v.array(TranslationIssueRow),
});
