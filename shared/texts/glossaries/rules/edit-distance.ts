/**
 * Edits between two texts (Levenshtein), up to `most`; undefined where there are more. Takes time in proportion to the
 * length times `most`, since only the diagonal band that `most` edits can reach is looked at.
 */
export function editDistance(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined;
  const beyond = most + 1;
  let above = Array.from({ length: other.length + 1 }, (_, column) => Math.min(column, beyond));
  for (let row = 1; row <= one.length; row += 1) {
    const line: number[] = new Array(other.length + 1).fill(beyond);
    if (row <= most) line[0] = row;
    const [from, to] = [Math.max(1, row - most), Math.min(other.length, row + most)];
    for (let column = from; column <= to; column += 1) {
      const changed = one.charCodeAt(row - 1) === other.charCodeAt(column - 1) ? 0 : 1;
      line[column] = Math.min(
        (above[column - 1] ?? beyond) + changed,
        (above[column] ?? beyond) + 1,
        (line[column - 1] ?? beyond) + 1,
      );
    }
    above = line;
  }
  const edits = above[other.length] ?? beyond;
  return edits <= most ? edits : undefined;
}
