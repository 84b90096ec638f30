import type { ConversationId } from '#shared/foundation/core/ids';
import { byScore } from '#shared/texts/search/rules/rank';
import { describe, expect, it } from '#test/support/jest';

const aHit = (id: string, score: number) => ({ conversationId: `con_${id}` as ConversationId, score });

describe('the order of hits', () => {
  it('is by score, then the newest first', () => {
    const hits = [aHit('a', 1), aHit('c', 2), aHit('b', 2)];

    expect(hits.toSorted(byScore).map(({ conversationId }) => conversationId)).toEqual(['con_c', 'con_b', 'con_a']);
  });

  it('has no hit behind itself: a page begins after the last hit of the one before', () => {
    const hits = [aHit('c', 2), aHit('b', 2), aHit('a', 1)];

    expect(hits.map((after) => hits.filter((one) => byScore(after, one) < 0).length)).toEqual([2, 1, 0]);
  });
});
