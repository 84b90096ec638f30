import { asIs, escaped, type Html } from './html.ts';

/** A sentence of the document: what stands in backticks is code. */
export const prose = (text: string): Html => asIs(escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>'));
