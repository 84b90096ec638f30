/** The web's own damping factor (Mihalcea and Tarau, "TextRank", 2004), and rounds enough for the order to settle. */
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * How central each sentence is: a sentence is important when important sentences resemble it. Each is given by its
 * terms, every term once; rare terms weigh more. The answers add up to about the number of sentences. Time and memory
 * grow with the square of their number.
 */
export function textRank(sentences: readonly (readonly string[])[]): number[] {
  const count = sentences.length;
  const likeness = likenessOf(sentences);
  shareOut(likeness, count);
  let ranks = new Float64Array(count).fill(1);
  for (let round = 0; round < ROUNDS; round++) ranks = passedOn(ranks, likeness);
  return [...ranks];
}

/** Cosine of every two sentences, row by row: for 2,000 sentences 16 MB. */
function likenessOf(sentences: readonly (readonly string[])[]): Float32Array {
  const count = sentences.length;
  const likeness = new Float32Array(count * count);
  const lengths = new Float64Array(count);
  for (const users of usersOfTerms(sentences).values()) {
    const weight = Math.log(1 + count / users.length) ** 2;
    for (const one of users) {
      lengths[one] = (lengths[one] ?? 0) + weight;
      for (const other of users) {
        const cell = one * count + other;
        if (one !== other) likeness[cell] = (likeness[cell] ?? 0) + weight;
      }
    }
  }
  return likeness.map((shared, cell) => {
    if (shared === 0) return 0;
    return shared / Math.sqrt((lengths[Math.floor(cell / count)] ?? 1) * (lengths[cell % count] ?? 1));
  });
}

function usersOfTerms(sentences: readonly (readonly string[])[]): Map<string, number[]> {
  const users = new Map<string, number[]>();
  sentences.forEach((terms, index) => {
    for (const term of terms) {
      const known = users.get(term);
      if (known) known.push(index);
      else users.set(term, [index]);
    }
  });
  return users;
}

/** What a sentence gives away adds up to one, unless it resembles nothing. */
function shareOut(likeness: Float32Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const cells = likeness.subarray(row * count, (row + 1) * count);
    const sum = cells.reduce((total, cell) => total + cell, 0);
    if (sum > 0) cells.set(cells.map((cell) => cell / sum));
  }
}

function passedOn(ranks: Float64Array, likeness: Float32Array): Float64Array<ArrayBuffer> {
  const count = ranks.length;
  const next = new Float64Array(count).fill(1 - DAMPING);
  for (let row = 0; row < count; row++) {
    const given = DAMPING * (ranks[row] ?? 0);
    const from = row * count;
    for (let column = 0; column < count; column++) {
      next[column] = (next[column] ?? 0) + given * (likeness[from + column] ?? 0);
    }
  }
  return next;
}
