/** A longer sentence is cut. */
const MAX_CHARACTERS = 500;

/** Text or a name escaped for Markdown, on one line. */
export const plain = (text: string): string => shortened(text, MAX_CHARACTERS).replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

/** The text, cut at a word boundary if possible. */
export function shortened(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const atWord = cut.slice(0, cut.lastIndexOf(' '));
  return `${atWord.length > longest / 2 ? atWord : cut}…`;
}
