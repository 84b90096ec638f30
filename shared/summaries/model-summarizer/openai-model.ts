import * as v from 'valibot';
import { type ModelQuestion, SummarizerUnavailable, type SummaryModel } from '#shared/summaries/ports';

export interface ModelServer {
  /** Without `/v1` and without a slash at the end: `https://api.openai.com`. */
  readonly baseUrl: string;
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  readonly model: string;
}

/** The global `fetch`, or a replacement in tests. */
type Fetch = (request: Request) => Promise<Response>;

const TIMEOUT_MS = 90_000;

/** https://platform.openai.com/docs/api-reference/chat: what is read of the response. */
const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({ content: v.nullish(v.string()) }),
      }),
    ),
    v.minLength(1),
  ),
});

/**
 * A model behind `POST /v1/chat/completions`, at OpenAI or a server with the same wire (vLLM, Ollama, LiteLLM, llama.cpp).
 * Answers are held to a JSON schema by `response_format`.
 */
export const openaiModel = (fetch: Fetch, { baseUrl, apiKey, model }: ModelServer): SummaryModel => ({
  engine: 'openai_compatible',
  async answer(question) {
    const request = new Request(`${baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(bodyOf(model, question)),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, text } = await send(fetch, request);
    // 400 and 422 are about this request: they stay the same however often it is sent.
    if (status === 400 || status === 413 || status === 422) return undefined;
    if (status !== 200) throw new SummarizerUnavailable(`${new URL(baseUrl).host} answered ${status}.`);
    return contentIn(text);
  },
});

const bodyOf = (model: string, { instructions, material, schema, maxTokens }: ModelQuestion) => ({
  model,
  temperature: 0,
  max_tokens: maxTokens,
  messages: [
    { role: 'system', content: instructions },
    { role: 'user', content: material },
  ],
  response_format: { type: 'json_schema', json_schema: { name: 'summary', strict: true, schema } },
});

async function send(fetch: Fetch, request: Request) {
  try {
    const response = await fetch(request);
    return { status: response.status, text: await response.text() };
  } catch {
    // The error is not passed on as a cause: it may hold the request, and so the API key.
    throw new SummarizerUnavailable(`${new URL(request.url).host} did not respond.`);
  }
}

/** Undefined where the model was cut off, refused, or wrote no JSON. */
function contentIn(text: string): unknown {
  const parsed = v.safeParse(Completion, jsonIn(text));
  const choice = parsed.success ? parsed.output.choices[0] : undefined;
  if (!choice || choice.finish_reason === 'length') return undefined;
  return jsonIn(withoutFence((choice.message.content ?? '').trim()));
}

const FENCE = '```';

/** Some servers put the JSON into a block of code, whatever they are asked for. */
function withoutFence(content: string): string {
  if (!content.startsWith(FENCE) || !content.endsWith(FENCE)) return content;
  return content.slice(content.indexOf('\n') + 1, -FENCE.length);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
