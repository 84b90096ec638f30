/** Longer than any key; a header of kilobytes is not looked through. */
const LONGEST_HEADER = 512;

/**
 * The key in an `Authorization` header: bare, or after `Bearer` or `Token` in any case. `missing` where no key was sent
 * at all, `invalid` where what was sent cannot be one (another scheme, two headers joined by a comma, a scheme alone).
 */
export function readAuthorization(header: string | undefined): { readonly key: string } | 'missing' | 'invalid' {
  if (header === undefined) return 'missing';
  if (header.length > LONGEST_HEADER) return 'invalid';
  const parts = header.replace(/^[ \t]+|[ \t]+$/g, '').split(/ +/);
  const [first = '', second] = parts;
  if (first === '') return 'missing';
  const key = isScheme(first) ? second : first;
  const expected = isScheme(first) ? 2 : 1;
  return parts.length === expected && key !== undefined && /^[\w-]+$/.test(key) && !isScheme(key) ? { key } : 'invalid';
}

const isScheme = (word: string): boolean => /^(?:bearer|token)$/i.test(word);
