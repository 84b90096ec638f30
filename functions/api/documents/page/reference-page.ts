import type { Described } from './described.ts';
import { type Around, guidesNav } from './guide.ts';
import { type Html, html } from './html.ts';
import { operationView, type Place, parameterView } from './operation-view.ts';
import { prose } from './prose.ts';
import { schemaView } from './schema-view.ts';
import { shell } from './shell.ts';

/** The whole reference on one page, folded and searchable, with the guides above it. */
export function referencePage(described: Described, context: Around): string {
  const { info, tags, components } = described;
  const placed = placedIn(described);
  const groups = tags.map((tag) => ({
    ...tag,
    some: placed.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return shell({
    title: `${info.title} API`,
    side: html`<input type="search" id="search" placeholder="Search ( / )" aria-label="Search the reference">
${guidesNav(context)}
${groups.map(({ name, some }) => groupNav(name, some))}
<h2><a href="#headers">Headers</a></h2>
<h2><a href="#schemas">Resources</a></h2>`,
    main: html`<h1>${info.title} API <small>${info.version}</small></h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
${groups.map(
  ({
    name,
    description,
    some,
  }) => html`<section><h2 id="${name}">${titleOf(name)}</h2>${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${some.map((one) => operationView(one, { described, root: context.root }))}</section>`,
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

const placedIn = ({ paths, webhooks }: Described): readonly Place[] => [
  ...Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  ),
  ...Object.entries(webhooks).map(([type, { post }]) => ({ method: 'EVENT', path: type, operation: post })),
];

/** As a heading: `calendar-events` is `Calendar events`. */
const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ');

const groupNav = (name: string, some: readonly Place[]): Html =>
  html`<h2><a href="#${name}">${titleOf(name)}</a></h2><ul>${some.map(({ operation, method, path }) => html`<li><a href="#${operation.operationId}">${method === 'EVENT' ? path : operation.summary}</a></li>`)}</ul>`;
