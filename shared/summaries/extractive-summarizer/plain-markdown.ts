/** Marks the end of a sentence that was cut off. */
const LONGEST = 500;

/** What people said, or are called, as Markdown that formats nothing, links nowhere and stays on its line. */
export const plain = (text: string): string => shortened(text, LONGEST).replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

/** Cut at a word where there is one. */
export function shortened(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const atWord = cut.slice(0, cut.lastIndexOf(' '));
  return `${atWord.length > longest / 2 ? atWord : cut}…`;
}
