/**
 * What can be wrong with the translation of a segment. `missing`: the engine gave none; `untranslated`: it gave the text of
 * the source; `length`: what it gave is far longer or shorter. With `missing`, and where it is far longer, the segment has the
 * text of the source.
 */
export const ISSUE_KINDS = ['term', 'number', 'time', 'name', 'length', 'untranslated', 'missing'] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

export interface TranslationIssue {
  readonly segmentId: string;
  readonly kind: IssueKind;
  /** The target of the term, the number, the time or the name; empty for other kinds, and for names that are kept. */
  readonly missing: string;
}

/** Issues of a text, as rows keep them: rows are bounded. */
export interface KeptIssues {
  readonly count: number;
  /** In the order of the segments. */
  readonly first: readonly TranslationIssue[];
}

const LONGEST_MISSING = 60;

/**
 * The first of some issues, with their number; undefined where there are none. A name of a person is left out: only the text
 * has it, from which it can be erased.
 */
export const keptIssues = (issues: readonly TranslationIssue[], most: number): KeptIssues | undefined =>
  issues.length === 0
    ? undefined
    : {
        count: issues.length,
        first: issues.slice(0, most).map(({ segmentId, kind, missing }) => ({
          ...{ segmentId, kind },
          missing: kind === 'name' ? '' : missing.slice(0, LONGEST_MISSING).toWellFormed(),
        })),
      };

/** Whether so many segments have an issue that the text is no translation: more than half. */
export const isFailedTranslation = (issues: readonly TranslationIssue[], segments: number): boolean =>
  new Set(issues.map(({ segmentId }) => segmentId)).size * 2 > segments;

/** The issues of a text after a correction: those of the segments whose text has changed are gone. */
export function issuesAfter(
  kept: KeptIssues | undefined,
  before: readonly { readonly id: string; readonly text: string }[],
  after: readonly { readonly id: string; readonly text: string }[],
): KeptIssues | undefined {
  if (!kept) return undefined;
  const written = new Map(after.map(({ id, text }) => [id, text]));
  const unchanged = new Set(before.filter(({ id, text }) => written.get(id) === text).map(({ id }) => id));
  const first = kept.first.filter(({ segmentId }) => unchanged.has(segmentId));
  const count = kept.count - (kept.first.length - first.length);
  return count === 0 ? undefined : { count, first };
}
