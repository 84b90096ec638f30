import { escapeHtml } from '#shared/accounts/mail/rules/html';

/** A piece of text. */
export interface Span {
  readonly text: string;
  readonly bold: boolean;
}

/** A paragraph of lines, or a list of items. */
export type Block =
  | { readonly type: 'paragraph'; readonly lines: readonly (readonly Span[])[] }
  | { readonly type: 'list'; readonly items: readonly (readonly Span[])[] };

/**
 * Reads the Markdown that summarizers write: paragraphs, bullets, bold text, and escaped characters. Whatever else is in
 * it is text. The time is linear in the length.
 */
export function readMarkdown(markdown: string): readonly Block[] {
  const blocks: { type: Block['type']; spans: (readonly Span[])[] }[] = [];
  let isOpen = false;
  for (const line of markdown.split(/\r\n?|\n/).map((each) => each.trim())) {
    const type = /^[-*] /.test(line) ? 'list' : 'paragraph';
    const last = blocks.at(-1);
    if (line === '') isOpen = false;
    else {
      const spans = spansIn(type === 'list' ? line.slice(2).trim() : line);
      if (isOpen && last?.type === type) last.spans.push(spans);
      else blocks.push({ type, spans: [spans] });
      isOpen = true;
    }
  }
  return blocks.map(({ type, spans }) => (type === 'list' ? { type, items: spans } : { type, lines: spans }));
}

/** Pieces of a line: an escaped character, a mark of bold text, or other characters. */
const PIECE = /\\[!-/:-@[-`{-~]|\*\*|[^\\*]+|[\\*]/g;

function spansIn(line: string): readonly Span[] {
  const pieces = line.match(PIECE) ?? [];
  const marks = pieces.filter((piece) => piece === '**').length;
  const spans: Span[] = [];
  let text = '';
  let mark = 0;
  for (const piece of pieces) {
    // The last mark of an odd number closes nothing.
    if (piece !== '**' || (marks % 2 === 1 && mark === marks - 1)) {
      text += piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece;
      continue;
    }
    spans.push({ text, bold: mark % 2 === 1 });
    text = '';
    mark += 1;
  }
  return [...spans, { text, bold: false }].filter((span) => span.text !== '');
}

/**
 * As HTML in the direction of the mail; every text is escaped. Bold text is mostly a name, whose letters may run the other
 * way and must not turn its line around.
 */
export const htmlOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.type === 'list'
        ? `<ul>${block.items.map((item) => `<li>${htmlOfSpans(item)}</li>`).join('')}</ul>`
        : `<p>${block.lines.map(htmlOfSpans).join('<br>')}</p>`,
    )
    .join('');

const htmlOfSpans = (spans: readonly Span[]): string =>
  spans.map(({ text, bold }) => (bold ? `<b><bdi>${escapeHtml(text)}</bdi></b>` : escapeHtml(text))).join('');

/** As plain text, without a line break at its end. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.type === 'list'
        ? block.items.map((item) => `- ${textOfSpans(item)}`).join('\n')
        : block.lines.map(textOfSpans).join('\n'),
    )
    .join('\n\n');

const textOfSpans = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
