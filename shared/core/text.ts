/** A lone surrogate is half a character: it cannot be written as UTF-8, and would come back as something else. */
const LONE_SURROGATE = /\p{Cs}/u;

export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);

/** Limits count characters as people do: code points, so that an emoji is one and not two. */
export const isLongerThan = (text: string, codePoints: number): boolean => {
  if (text.length <= codePoints) return false;
  if (text.length > 2 * codePoints) return true;
  return [...text].length > codePoints;
};

/** The beginning of a text that came from outside, safe to repeat in an answer. */
export const excerptOf = (text: string, codePoints: number): string => {
  const wellFormed = text.slice(0, 2 * codePoints + 2).replace(/\p{Cs}/gu, '\uFFFD');
  return isLongerThan(wellFormed, codePoints) ? `${[...wellFormed].slice(0, codePoints).join('')}…` : wellFormed;
};
