import { aRecorderServer, type Handled } from '#test/doubles/recorders/a-recorder-server';

/** What a request of `POST /v1/chat/completions` has, as far as a summary asks for it. */
export interface ChatRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format: { readonly json_schema: { readonly schema: { readonly properties: Properties } } };
}

interface Properties {
  readonly sections: {
    readonly items: { readonly properties: { readonly key: { readonly enum: readonly string[] } } };
  };
}

/** What the model writes, or how the server answers instead. */
type Said = object | string | { readonly status: number; readonly body?: string } | 'cut';

/**
 * A server with the wire of OpenAI (https://platform.openai.com/docs/api-reference/chat). It refuses a request without its
 * key, and answers with what `say` writes: an object as JSON, a text as it is.
 */
export async function aModelServer(say: (request: ChatRequest) => Said) {
  const server = await aRecorderServer(({ path, method, headers, body }): Handled => {
    if (method !== 'POST' || path !== '/v1/chat/completions') return { status: 404 };
    if (headers['authorization'] !== 'Bearer a-key') return { status: 401 };
    const said = say(JSON.parse(body));
    if (said === 'cut') return 'cut';
    if (typeof said === 'object' && 'status' in said) return { body: '{"error":{}}', ...said };
    return { status: 200, body: JSON.stringify(completionOf(typeof said === 'string' ? said : JSON.stringify(said))) };
  });
  return {
    ...server,
    asked: () => server.requests.map(({ body }) => JSON.parse(body) as ChatRequest),
  };
}

/** `choice`: what differs in it from a whole answer. */
export const completionOf = (content: string | null, { message, ...choice }: Choice = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_795_338_821,
  model: 'a-model',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null, ...message }, finish_reason: 'stop', ...choice },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
});

interface Choice {
  readonly finish_reason?: string;
  readonly message?: { readonly refusal: string };
}

/** The 400 of a reasoning model of OpenAI for the first parameter that it does not take; undefined where there is none. */
export function refusedByReasoning(request: ChatRequest) {
  const param = (['max_tokens', 'temperature'] as const).find((name) => request[name] !== undefined);
  if (param === undefined) return undefined;
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  const error = { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' };
  return { status: 400, body: JSON.stringify({ error }) };
}

export const sectionKeys = ({ response_format }: ChatRequest): readonly string[] =>
  response_format.json_schema.schema.properties.sections.items.properties.key.enum;

export const materialOf = ({ messages }: ChatRequest): string => messages.at(-1)?.content ?? '';

/** A model that writes a little about every section. */
export const dutiful = (request: ChatRequest) => ({
  title: 'Release',
  sections: sectionKeys(request).map((key) => ({ key, text: `About ${key}.` })),
  action_items: [],
});

/** A model without any defence: it says whatever an `OBEY: …` in the material tells it to, in every field that there is. */
export function obedient(request: ChatRequest) {
  const [, order = 'nothing'] = /OBEY: ([^\n]*)/.exec(materialOf(request)) ?? [];
  return {
    title: order,
    system: order,
    sections: [...sectionKeys(request), 'secret'].map((key) => ({ key, text: order, html: order })),
    action_items: [{ text: order, assignee: 'Mallory', seconds: 99_999, url: order }],
  };
}
