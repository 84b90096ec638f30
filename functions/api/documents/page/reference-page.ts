import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { guideLinks, type Site } from './guide-links.ts';
import type { OpenapiDocument } from './openapi-document.ts';
import { type Endpoint, operationView, parameterView } from './operation-view.ts';
import { prose } from './prose.ts';
import { schemaView } from './schema-view.ts';
import { shell } from './shell.ts';

/** Renders the whole reference as one page: collapsed operations, a search, links to the guides. */
export function referencePage(document: OpenapiDocument, site: Site): string {
  const { info, tags, components } = document;
  const endpoints = endpointsIn(document);
  const groups = tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return shell({
    title: `${info.title} API`,
    side: html`<input type="search" id="search-reference" placeholder="Search ( / )" aria-label="Search the reference">
${guideLinks(site)}
${groups.map(({ name, endpoints: some }) => groupLinks(name, some))}
<h2><a href="#headers">Headers</a></h2>
<h2><a href="#schemas">Resources</a></h2>`,
    main: html`<h1>${info.title} API <small>${info.version}</small></h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
${groups.map(
  ({
    name,
    description,
    endpoints: some,
  }) => html`<section><h2 id="${name}">${titleOf(name)}</h2>${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${some.map((one) => operationView(one, { document, root: site.root }))}</section>`,
)}
<section><h2 id="headers">Headers</h2><dl class="fields">${Object.values(components.parameters).map((one) => html`<div id="header-${one.name}">${parameterView(one)}</div>`)}</dl></section>
<section><h2 id="schemas">Resources</h2>
${Object.entries(components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<details class="operation" id="${name}"><summary><span class="what">${name}</span></summary>${schemaView(schema)}</details>
`,
)}</section>`,
  });
}

const endpointsIn = ({ paths, webhooks }: OpenapiDocument): readonly Endpoint[] => [
  ...Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  ),
  ...Object.entries(webhooks).map(([type, { post }]) => ({ method: 'EVENT', path: type, operation: post })),
];

/** A tag as a heading: `calendar-events` becomes `Calendar events`. */
const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ');

const groupLinks = (name: string, endpoints: readonly Endpoint[]): Markup =>
  html`<h2><a href="#${name}">${titleOf(name)}</a></h2><ul>${endpoints.map(({ operation, method, path }) => html`<li><a href="#${operation.operationId}">${method === 'EVENT' ? path : operation.summary}</a></li>`)}</ul>`;
