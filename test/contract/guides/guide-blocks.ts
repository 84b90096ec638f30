/** A fenced block of a guide: what stands after its fence, and its text. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

export const blocksIn = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }));
