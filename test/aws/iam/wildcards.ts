const patterns = new Map<string, RegExp>();

/** Whether a text matches a pattern of IAM: `*` is any text, `?` any character. */
export const isLike = (text: string, pattern: string): boolean => regExpOf(pattern).test(text);

function regExpOf(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const made = new RegExp(`^${source}$`, 's');
  patterns.set(pattern, made);
  return made;
}
