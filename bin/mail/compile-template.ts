import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';

const SOURCE = join(PROJECT_DIR, 'assets/mail/summary.mjml');

interface Compiled {
  readonly html: string;
  readonly errors: readonly { readonly formattedMessage: string }[];
}

/** The compiler in one package without dependencies. It is built for browsers and looks for their `window`. */
async function mjml(): Promise<(source: string, options: object) => Compiled> {
  Object.assign(globalThis, { window: globalThis });
  // @ts-expect-error It has no types.
  return (await import('mjml-browser')).default;
}

/** The HTML of a mail as a module of code, so that nothing is compiled when a mail is sent. Throws for invalid MJML. */
export async function compiledTemplate(): Promise<string> {
  const compile = await mjml();
  // No fonts of other servers. Placeholders are in the place of values that the validator knows.
  const { html, errors } = compile(await readFile(SOURCE, 'utf8'), { fonts: {}, validationLevel: 'soft' });
  const faults = errors.filter(({ formattedMessage }) => !formattedMessage.includes('{{'));
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const text = JSON.stringify(tight(html)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `/** Compiled from assets/mail/summary.mjml by \`npm run docs -- mail-template\`. */\nexport const SUMMARY_TEMPLATE =\n  '${text}';\n`;
}

/** Without indentation: Gmail cuts a mail at 102 KB. */
const tight = (html: string): string =>
  html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/\n(?=[^<]*>)/g, ' ');
