/** The damping factor of PageRank (Mihalcea and Tarau, "TextRank", 2004), and enough iterations for a stable order. */
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * The rank of each sentence: a sentence is central when central sentences are similar to it. A sentence is given by its
 * distinct terms; rare terms weigh more. The ranks add up to about the number of sentences. Time and memory grow with
 * the square of that number.
 */
export function textRank(sentences: readonly (readonly string[])[]): number[] {
  const count = sentences.length;
  const similarity = similaritiesOf(sentences);
  normaliseRows(similarity, count);
  let ranks = new Float64Array(count).fill(1);
  for (let round = 0; round < ROUNDS; round++) ranks = nextRanks(ranks, similarity);
  return [...ranks];
}

/** The cosine similarity of every two sentences, row by row: 16 MB for 2,000 sentences. */
function similaritiesOf(sentences: readonly (readonly string[])[]): Float32Array {
  const count = sentences.length;
  const similarity = new Float32Array(count * count);
  const lengths = new Float64Array(count);
  for (const containing of sentencesByTerm(sentences).values()) {
    const weight = Math.log(1 + count / containing.length) ** 2;
    for (const one of containing) {
      lengths[one] = (lengths[one] ?? 0) + weight;
      for (const other of containing) {
        const cell = one * count + other;
        if (one !== other) similarity[cell] = (similarity[cell] ?? 0) + weight;
      }
    }
  }
  return similarity.map((shared, cell) => {
    if (shared === 0) return 0;
    return shared / Math.sqrt((lengths[Math.floor(cell / count)] ?? 1) * (lengths[cell % count] ?? 1));
  });
}

function sentencesByTerm(sentences: readonly (readonly string[])[]): Map<string, number[]> {
  const byTerm = new Map<string, number[]>();
  sentences.forEach((terms, index) => {
    for (const term of terms) {
      const known = byTerm.get(term);
      if (known) known.push(index);
      else byTerm.set(term, [index]);
    }
  });
  return byTerm;
}

/** Scales the similarities of each sentence so that they add up to one, unless all are zero. */
function normaliseRows(similarity: Float32Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const cells = similarity.subarray(row * count, (row + 1) * count);
    const sum = cells.reduce((total, cell) => total + cell, 0);
    if (sum > 0) cells.set(cells.map((cell) => cell / sum));
  }
}

function nextRanks(ranks: Float64Array, similarity: Float32Array): Float64Array<ArrayBuffer> {
  const count = ranks.length;
  const next = new Float64Array(count).fill(1 - DAMPING);
  for (let row = 0; row < count; row++) {
    const given = DAMPING * (ranks[row] ?? 0);
    const from = row * count;
    for (let column = 0; column < count; column++) {
      next[column] = (next[column] ?? 0) + given * (similarity[from + column] ?? 0);
    }
  }
  return next;
}
