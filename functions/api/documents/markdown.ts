import type { Guide } from './page/guide-links.ts';

/** A guide as Markdown for readers outside a browser: without comments, and with addresses that work anywhere. */
export const guideMarkdown = ({ markdown }: Guide, baseUrl: string): string =>
  withoutComments(markdown)
    .replace(/\]\(([a-z-]+\.md)(?=[#)])/g, `](${baseUrl}/docs/$1`)
    .replace(/\]\(reference(?=[#)])/g, `](${baseUrl}/docs`);

/** A comment is followed by an empty line, which goes with it. */
const withoutComments = (markdown: string): string =>
  markdown
    .split('<!--')
    .map((part, nth) => (nth === 0 ? part : part.slice(part.indexOf('-->') + '-->'.length).replace(/^\n{1,2}/, '')))
    .join('');

/** The list of documents in the form of https://llmstxt.org: a title, a summary, and sections of links. */
export const llmsText = (guides: readonly Guide[], baseUrl: string): string =>
  [
    '# Rapporteur',
    '> The API of an open control plane for meeting capture: workspaces, members, calendars, settings, notetaker bots, transcripts and summaries, orders for transcription, subtitles and translation, and signed webhooks.',
    'Every request carries a personal API key in the `Authorization` header. Bodies are JSON. Error responses have an `errors` array with `code`, `message` and `field`.',
    '## Guides',
    guides.map((guide) => linkTo(guide, baseUrl)).join('\n'),
    '## Reference',
    [
      `- [OpenAPI](${baseUrl}/openapi.json): every endpoint, parameter, response and error code`,
      `- [AsyncAPI](${baseUrl}/asyncapi.json): every webhook event`,
      `- [Changelog](${baseUrl}/changelog): what changed, by API version`,
    ].join('\n'),
    '## Optional',
    `- [All guides](${baseUrl}/llms-full.txt): the guides as one text`,
  ]
    .join('\n\n')
    .concat('\n');

/** All guides as one text, in reading order. */
export const llmsFullText = (guides: readonly Guide[], baseUrl: string): string =>
  guides.map((guide) => guideMarkdown(guide, baseUrl)).join('\n\n');

function linkTo({ name, title, markdown }: Guide, baseUrl: string): string {
  const topics = [...markdown.matchAll(/^## (.+)$/gm)].map(([, topic = '']) => topic);
  return `- [${title}](${baseUrl}/docs/${name}.md)${topics.length > 0 ? `: ${topics.join('; ')}` : ''}`;
}
