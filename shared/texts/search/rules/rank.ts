import type { ConversationId } from '#shared/foundation/core/ids';

/** What one file, or the memory, has for each term of the query, in their order. */
export interface Matches {
  readonly texts: number;
  /** How many texts have the term, those that the filters leave out among them. */
  readonly counts: readonly number[];
  /** Of the texts that pass the filters. */
  readonly frequencies: readonly ReadonlyMap<ConversationId, number>[];
  /** Texts in which two terms are near each other. */
  readonly pairs: readonly NearPair[];
}

export interface NearPair {
  readonly terms: readonly [number, number];
  readonly texts: ReadonlySet<ConversationId>;
}

export interface Ranked {
  readonly conversationId: ConversationId;
  readonly score: number;
}

/** A text is a hit where it has this share of the weight of what is looked for: a rare word weighs more. */
const LEAST_SHARE = 0.6;
/** How much two terms near each other count, compared with a term. */
const NEARNESS = 2;
/** So many terms are looked for near each other: those that say the most. */
const TERMS_IN_PAIRS = 5;

/**
 * How much each term says (BM25's inverse document frequency), over all texts that are looked at: the weights of one file
 * alone would make the same text better in a file of few texts.
 */
export function weightsOf(matches: readonly Pick<Matches, 'texts' | 'counts'>[], terms: number): readonly number[] {
  const texts = matches.reduce((sum, one) => sum + one.texts, 0);
  return Array.from({ length: terms }, (_, nth) =>
    weightOf(
      texts,
      matches.reduce((sum, { counts }) => sum + (counts[nth] ?? 0), 0),
    ),
  );
}

/** A term that no text has says nothing: what else is looked for decides. */
const weightOf = (texts: number, count: number): number =>
  count === 0 ? 0 : Math.log(1 + (texts - count + 0.5) / (count + 0.5));

/** The same for each pair, by how many texts have it. */
function pairWeights(matches: readonly Matches[]): readonly number[] {
  const texts = matches.reduce((sum, one) => sum + one.texts, 0);
  const pairs = Math.max(0, ...matches.map((one) => one.pairs.length));
  return Array.from({ length: pairs }, (_, nth) =>
    weightOf(
      texts,
      matches.reduce((sum, one) => sum + (one.pairs[nth]?.texts.size ?? 0), 0),
    ),
  );
}

/**
 * The hits, best first; of equal ones the newest. A text without a required term is none; of the others it has to have
 * the most of the weight.
 */
export function rankedTexts(
  matches: readonly Matches[],
  weights: readonly number[],
  required: readonly boolean[],
): readonly Ranked[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const near = pairWeights(matches);
  return matches
    .flatMap((of) => scoresIn(of, { weights, near, required }))
    .filter(({ share }) => share >= LEAST_SHARE * whole)
    .map(({ conversationId, score }) => ({ conversationId, score }))
    .sort(byScore);
}

/** Best first; of equal scores, the newer conversation. A hit is not behind itself. */
export function byScore(one: Ranked, other: Ranked): number {
  if (one.conversationId === other.conversationId) return other.score - one.score;
  return other.score - one.score || (one.conversationId < other.conversationId ? 1 : -1);
}

interface Weighing {
  readonly weights: readonly number[];
  readonly near: readonly number[];
  readonly required: readonly boolean[];
}

function scoresIn({ frequencies, pairs }: Matches, { weights, near, required }: Weighing) {
  const ids = new Set(frequencies.flatMap((of) => [...of.keys()]));
  return [...ids].flatMap((conversationId) => {
    if (required.some((is, nth) => is && !frequencies[nth]?.has(conversationId))) return [];
    let score = 0;
    let share = 0;
    for (const [nth, weight] of weights.entries()) {
      const frequency = frequencies[nth]?.get(conversationId);
      if (frequency === undefined) continue;
      score += weight * frequency;
      share += weight;
    }
    for (const [nth, { texts }] of pairs.entries()) if (texts.has(conversationId)) score += NEARNESS * (near[nth] ?? 0);
    return [{ conversationId, score: rounded(score), share }];
  });
}

/** Scores travel in cursors: as many digits as their text has. */
const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

/** Each two of the terms that say the most. */
export function pairsOf(weights: readonly number[]): readonly (readonly [number, number])[] {
  const terms = [...weights.keys()]
    .filter((nth) => (weights[nth] ?? 0) > 0)
    .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
    .slice(0, TERMS_IN_PAIRS);
  return terms.flatMap((one, nth) => terms.slice(nth + 1).map((other) => [one, other] as const));
}

/** The terms that say much compared with the one that says the most, in this order. */
export function significantTerms(weights: readonly number[]): readonly number[] {
  const most = Math.max(...weights);
  return [...weights.keys()]
    .filter((nth) => (weights[nth] ?? 0) >= most / 4)
    .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
}
