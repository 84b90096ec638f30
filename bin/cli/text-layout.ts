/** Truncated with an ellipsis or padded with spaces to exactly so many columns. */
export function fitted(text: string, width: number): string {
  const letters = [...text];
  return letters.length > width
    ? `${letters.slice(0, width - 1).join('')}…`
    : text + ' '.repeat(width - letters.length);
}

/** Lines of at most so many columns; a longer word is not broken. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && [...longer].length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Wrapped lines with a prefix on the first, and indented by its width on the others. */
export const hanging = (prefix: string, text: string, width: number): readonly string[] => {
  const indent = ' '.repeat([...prefix].length);
  return wrapped(text, width - indent.length).map((line, index) => `${index === 0 ? prefix : indent}${line}`);
};

/** `0:07`, `12:40` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** `1 meeting`, `3 meetings` */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** A line for each name, with its words in a second column. */
export function nameList(entries: readonly (readonly [name: string, words: string])[]): readonly string[] {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`);
}
