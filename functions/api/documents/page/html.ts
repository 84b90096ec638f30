/** Text that is on its way into a page, told from markup. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Markup of a template: what is put in is text, and escaped, unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, at) => `${text}${markupOf(parts[at])}`).join(''),
});

/** Markup that was made elsewhere, by something trusted. */
export const asIs = (markup: string): Html => ({ markup });

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
