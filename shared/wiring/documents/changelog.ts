import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { BOUNDS, EVERY_VERSION } from '#shared/foundation/versions/every-version';
import type { Release } from '#shared/foundation/versions/version-change';

/** The text for a release that changed nothing in what this deployment serves. */
const NOTHING = 'No response changed its shape.';

const ABOUT_BOUNDS = 'Bounds protect the service. They hold at every version, from the day that they name.';

/**
 * The changelog as Markdown: the changes of every version, then each release under its date, newest first, with the
 * sentence of each of its changes.
 */
export function changelog(releases: readonly Release[], base: string, contracts: readonly Contract[]): string {
  const dated = releases.map(({ date, changes }) => [date, listed(changes.map(({ summary }) => summary))] as const);
  const sections = [
    ['Every version', listed(EVERY_VERSION)] as const,
    ['Bounds', `${ABOUT_BOUNDS}\n\n${listed(BOUNDS)}`] as const,
    ...dated,
    [base, 'Served for every earlier date.'] as const,
    ['Deprecated', deprecatedIn(contracts)] as const,
  ];
  return [
    '# Changelog',
    'Changes that an existing integration could notice, by version. A request is served at the version in its `Service-Version` header, else at the pin of its key. Additions reach every version; most are not listed.',
    ...sections.flatMap(([date, text]) => [`## ${date}`, text]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** What still works and has a successor; `Link` headers of deprecated paths lead here. */
const deprecatedIn = (contracts: readonly Contract[]): string =>
  contracts
    .flatMap(({ method, path, deprecated }) =>
      deprecated
        ? [
            `- \`${method} ${path.replace(/\{id:(\w+)\}/, '{$1_…}')}\`, since ${deprecated.on}: use \`${nameOf(deprecated.use)}\`.`,
          ]
        : [],
    )
    .sort()
    .join('\n');

const listed = (summaries: readonly string[]): string =>
  summaries.length === 0 ? NOTHING : summaries.map((summary) => `- ${summary}`).join('\n');

/** The same text as a page that needs nothing else. Each date is an anchor: `Link` headers point at them. */
export function changelogPage(markdown: string): string {
  const [title = '', ...blocks] = markdown.trim().split('\n\n');
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${textOf(title)}</title></head>`,
    '<body>',
    ...[title, ...blocks].map(blockOf),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function blockOf(block: string): string {
  if (block.startsWith('# ')) return `<h1>${textOf(block)}</h1>`;
  if (block.startsWith('## ')) return `<h2 id="${textOf(block)}">${textOf(block)}</h2>`;
  if (!block.startsWith('- ')) return `<p>${textOf(block)}</p>`;
  const items = block.split('\n').map((item) => `<li>${textOf(item)}</li>`);
  return ['<ul>', ...items, '</ul>'].join('\n');
}

/** Without the mark a line begins with; what stands in backticks is code. */
const textOf = (line: string): string =>
  line
    .replace(/^(#+|-) /, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/`([^`]*)`/g, '<code>$1</code>');
