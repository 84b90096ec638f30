import type { Json } from '#shared/core/json';
import { type Described, lastPart, type Media, type Operation, type Parameter, type Response } from './described.ts';
import { type Html, html } from './html.ts';
import { prose } from './prose.ts';
import { schemaView, typeOf } from './schema-view.ts';

/** Where an operation is asked for: a method and a path, or the type of an event. */
export interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface View {
  readonly described: Described;
  /** Where the guides lie. */
  readonly root: string;
}

/** One operation, folded: what it takes, what it answers, and the codes that it refuses with. */
export function operationView({ method, path, operation }: Place, view: View): Html {
  const { described } = view;
  const { operationId, summary, description, deprecated, security } = operation;
  return html`<details class="operation" id="${operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="what">${summary}</span>${deprecated ? html` <b>deprecated</b>` : undefined}</summary>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${security?.length === 0 && method !== 'EVENT' ? html`<p>No key is asked for.</p>` : undefined}
${parametersView(operation, described)}${Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => bodyView(type, media, described))}
<h3>Answers</h3>
${Object.entries(operation.responses).map(([status, response]) => answerView(status, response, view))}
</details>
`;
}

/** Its own, and by name those that many operations take. */
function parametersView({ parameters = [] }: Operation, { components }: Described): Html | undefined {
  const own = parameters.filter((one): one is Parameter => !('$ref' in one));
  const shared = parameters.flatMap((one) => ('$ref' in one ? (components.parameters[lastPart(one.$ref)] ?? []) : []));
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3><dl class="fields">${own.map(parameterView)}</dl>${shared.map(({ name }) => html`<a href="#header-${name}"><code>${name}</code></a> `)}`;
}

export const parameterView = ({ name, in: place, required, description, schema }: Parameter): Html =>
  html`<dt><code>${name}</code> <span class="type">${place}, ${typeOf(schema)}</span>${required ? html` <b>required</b>` : undefined}</dt><dd>${description === undefined ? undefined : html`<p>${prose(description)}</p>`}</dd>`;

const bodyView = (type: string, media: Media, described: Described): Html =>
  html`<h3>Body <span class="type">${type}</span></h3>${schemaView(media.schema)}${exampleView(media, described)}`;

function answerView(status: string, response: Response, { described, root }: View): Html {
  const { description, content = {} } = response;
  const codes = codesOf(content['application/json']);
  if (codes)
    return html`<p class="refusal"><b>${status}</b> ${codes.map((code) => html`<a href="${root}/errors"><code>${code}</code></a> `)}</p>`;
  return html`<p><b>${status}</b> ${prose(description)} ${Object.entries(content).map(([type, { schema }]) => html`<span class="type">${type}: ${typeOf(schema)}</span> `)}</p>${Object.values(content).map((media) => exampleView(media, described))}`;
}

/** The codes of a refusal; nothing where it is none. */
const codesOf = (media: Media | undefined): readonly string[] | undefined =>
  media?.schema.allOf?.[1]?.properties?.['errors']?.items?.properties?.['code']?.enum?.map(String);

function exampleView(media: Media, described: Described): Html | undefined {
  const shown = exampleIn(media, described);
  if (shown === undefined) return undefined;
  return html`<details class="example"><summary>Example</summary><pre><code>${JSON.stringify(shown, null, 2)}</code></pre></details>`;
}

function exampleIn({ example, examples }: Media, { components }: Described): Json | undefined {
  const [reference] = Object.values(examples ?? {});
  return example ?? (reference && components.examples[lastPart(reference.$ref)]?.value);
}
