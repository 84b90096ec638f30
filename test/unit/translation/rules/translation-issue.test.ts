import {
  isFailedTranslation,
  issuesAfter,
  keptIssues,
  type TranslationIssue,
} from '#shared/texts/translation/rules/translation-issue';
import { describe, expect, it } from '#test/support/jest';

const anIssue = (segmentId: string, missing = '12'): TranslationIssue => ({ segmentId, kind: 'number', missing });

describe('issues of a translation', () => {
  it.each([
    [['a', 'b'], 4, false],
    [['a', 'b', 'c'], 4, true],
    [['a', 'a', 'a'], 4, false],
    [[], 0, false],
    [['a'], 1, true],
  ])('in segments %j of %i fail it: %s', (ids, segments, isFailed) => {
    expect(
      isFailedTranslation(
        ids.map((id) => anIssue(id)),
        segments,
      ),
    ).toBe(isFailed);
  });

  it('are kept up to a number, with how many there are', () => {
    expect(keptIssues([anIssue('a', '1'.repeat(99)), anIssue('b'), anIssue('c')], 2)).toEqual({
      count: 3,
      first: [anIssue('a', '1'.repeat(60)), anIssue('b')],
    });
    expect(keptIssues([], 2)).toBeUndefined();
  });

  it('are kept without the names of people', () => {
    expect(keptIssues([{ segmentId: 'a', kind: 'name', missing: 'Ben' }], 2)?.first).toEqual([
      { segmentId: 'a', kind: 'name', missing: '' },
    ]);
  });

  it('are gone with the text that had them', () => {
    const kept = { count: 5, first: [anIssue('a'), anIssue('b'), anIssue('c')] };
    const before = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: 'old' }));
    const after = [
      { id: 'a', text: 'old' },
      { id: 'b', text: 'new' },
    ];

    expect(issuesAfter(kept, before, after)).toEqual({ count: 3, first: [anIssue('a')] });
    expect(issuesAfter({ count: 1, first: [anIssue('b')] }, before, after)).toBeUndefined();
  });
});
