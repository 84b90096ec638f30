import { isLongerThan, nameFault } from '#shared/foundation/core/text';

/**
 * One line of text as people can read it, cut to so many code points: line breaks and control characters become
 * spaces, broken characters become U+FFFD. Null where nothing can be seen. A calendar is taken as it is: what a push
 * would be refused for is mended here.
 */
export function plainLine(text: string | null, longest: number): string | null {
  if (text === null) return null;
  const line = text
    .slice(0, 4 * longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  if (nameFault(line) === 'blank') return null;
  return isLongerThan(line, longest) ? [...line].slice(0, longest).join('').trimEnd() : line;
}
