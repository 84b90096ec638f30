import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { Json } from '#shared/foundation/core/json';
import {
  lastPart,
  type Media,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Response,
} from './openapi-document.ts';
import { prose } from './prose.ts';
import { schemaView, typeOf } from './schema-view.ts';

/** An operation with its method and path; of a webhook, `EVENT` and the event type. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface View {
  readonly document: OpenapiDocument;
  /** Path of the reference; the guides are below it. */
  readonly root: string;
}

/** A collapsed operation: parameters, body, responses and error codes. */
export function operationView({ method, path, operation }: Endpoint, view: View): Markup {
  const { document } = view;
  const { operationId, summary, description, deprecated, security } = operation;
  return html`<details class="operation" id="${operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="what">${summary}</span>${deprecated ? html` <b>deprecated</b>` : undefined}</summary>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${security?.length === 0 && method !== 'EVENT' ? html`<p>No API key is required.</p>` : undefined}
${parametersView(operation, document)}${Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => bodyView(type, media, document))}
<h3>Responses</h3>
${Object.entries(operation.responses).map(([status, response]) => responseView(status, response, view))}
</details>
`;
}

/** Parameters of this operation, then links to the shared ones. */
function parametersView({ parameters = [] }: Operation, { components }: OpenapiDocument): Markup | undefined {
  const own = parameters.filter((one): one is Parameter => !('$ref' in one));
  const shared = parameters.flatMap((one) => ('$ref' in one ? (components.parameters[lastPart(one.$ref)] ?? []) : []));
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3><dl class="fields">${own.map(parameterView)}</dl>${shared.map(({ name }) => html`<a href="#header-${name}"><code>${name}</code></a> `)}`;
}

export const parameterView = ({ name, in: location, required, description, schema }: Parameter): Markup =>
  html`<dt><code>${name}</code> <span class="type">${location}, ${typeOf(schema)}</span>${required ? html` <b>required</b>` : undefined}</dt><dd>${description === undefined ? undefined : html`<p>${prose(description)}</p>`}</dd>`;

const bodyView = (type: string, media: Media, document: OpenapiDocument): Markup =>
  html`<h3>Body <span class="type">${type}</span></h3>${schemaView(media.schema)}${exampleView(media, document)}`;

function responseView(status: string, response: Response, { document, root }: View): Markup {
  const { description, content = {} } = response;
  const codes = codesOf(content['application/json']);
  if (codes)
    return html`<p class="refusal"><b>${status}</b> ${codes.map((code) => html`<a href="${root}/errors"><code>${code}</code></a> `)}</p>`;
  return html`<p><b>${status}</b> ${prose(description)} ${Object.entries(content).map(([type, { schema }]) => html`<span class="type">${type}: ${typeOf(schema)}</span> `)}</p>${Object.values(content).map((media) => exampleView(media, document))}`;
}

/** The error codes of an error response; undefined for any other response. */
const codesOf = (media: Media | undefined): readonly string[] | undefined =>
  media?.schema.allOf?.[1]?.properties?.['errors']?.items?.properties?.['code']?.enum?.map(String);

function exampleView(media: Media, document: OpenapiDocument): Markup | undefined {
  const shown = exampleIn(media, document);
  if (shown === undefined) return undefined;
  return html`<details class="example"><summary>Example</summary><pre><code>${JSON.stringify(shown, null, 2)}</code></pre></details>`;
}

function exampleIn({ example, examples }: Media, { components }: OpenapiDocument): Json | undefined {
  const [reference] = Object.values(examples ?? {});
  return example ?? (reference && components.examples[lastPart(reference.$ref)]?.value);
}
