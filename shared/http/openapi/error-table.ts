import { ERROR_CODES } from '#shared/http/openapi/error-codes';

const MARK = '<!-- codes: printed by npm run error-codes -->';

/** The guide with the table of every code after its mark, where it ends. */
export const withErrorTable = (guide: string): string =>
  `${guide.slice(0, guide.indexOf(MARK))}${MARK}\n\n${errorTable()}\n`;

const errorTable = (): string =>
  [
    '| Status | Code | When |',
    '| - | - | - |',
    ...ERROR_CODES.filter(({ reserved }) => !reserved).map(
      ({ status, code, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`,
    ),
    '',
    `Reserved, not used yet: ${ERROR_CODES.filter(({ reserved }) => reserved)
      .map(({ code }) => `\`${code}\``)
      .join(', ')}.`,
  ].join('\n');
