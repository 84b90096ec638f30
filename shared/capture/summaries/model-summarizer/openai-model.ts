import * as v from 'valibot';
import { parsedJson } from '#shared/foundation/core/json';
import { BodyTooLarge, readAtMost } from '#shared/foundation/core/read-at-most';
import type { OpenaiServer } from '#shared/foundation/model-servers/ports';
import { type ModelQuestion, SummarizerUnavailable, type SummaryModel } from '#shared/meetings/summaries/ports';

/** The global `fetch`, or a replacement in tests. */
export type Fetch = (request: Request) => Promise<Response>;

/** Of all requests for one answer. */
const TIMEOUT_MS = 90_000;
/** An answer of 4,000 tokens has some 20 kB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Of a reasoning model: what it thinks counts as well, and comes before the answer. */
const MAX_REASONED_TOKENS = 16_000;

/** https://platform.openai.com/docs/api-reference/chat: what is read of the response. */
const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({ content: v.nullish(v.string()), refusal: v.nullish(v.string()) }),
      }),
    ),
    v.minLength(1),
  ),
});

/**
 * A model behind `POST /v1/chat/completions`, at OpenAI or a server with the same wire (vLLM, Ollama, LiteLLM, llama.cpp).
 * Answers are held to a JSON schema by `response_format`. Reasoning models refuse `max_tokens` and `temperature`; they are
 * asked again at once, with `max_completion_tokens` in their place.
 */
export const openaiModel = (fetch: Fetch, server: OpenaiServer): SummaryModel => ({
  engine: 'openai_compatible',
  async answer(question) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const ask = (limits: object) =>
      send(fetch, requestTo(server, { ...bodyOf(server.model, question), ...limits }, signal));
    const first = await ask({ temperature: 0, max_tokens: question.maxTokens });
    const { status, text } = refusesLimits(first) ? await ask({ max_completion_tokens: MAX_REASONED_TOKENS }) : first;
    // 400 and 422 are about this request: they stay the same however often it is sent.
    if (status === 400 || status === 413 || status === 422) return undefined;
    if (status !== 200) throw new SummarizerUnavailable(`${new URL(server.baseUrl).host} answered ${status}.`);
    return contentIn(text);
  },
});

const requestTo = ({ baseUrl, apiKey }: OpenaiServer, body: object, signal: AbortSignal): Request =>
  new Request(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  });

const bodyOf = (model: string, { instructions, material, schema }: ModelQuestion) => ({
  model,
  messages: [
    { role: 'system', content: instructions },
    { role: 'user', content: material },
  ],
  response_format: { type: 'json_schema', json_schema: { name: 'summary', strict: true, schema } },
});

interface Answer {
  readonly status: number;
  /** Empty where the body is larger than any answer. */
  readonly text: string;
}

/** OpenAI names the parameter in `error.param` as well as in the message, servers in front of it in the message alone. */
const refusesLimits = ({ status, text }: Answer): boolean =>
  status === 400 && /\b(max_tokens|temperature)\b/.test(text);

async function send(fetch: Fetch, request: Request): Promise<Answer> {
  try {
    const { status, body } = await fetch(request);
    const text = await readAtMost(MAX_BODY_BYTES, body).then(
      (bytes) => new TextDecoder().decode(bytes),
      (error) => {
        if (error instanceof BodyTooLarge) return '';
        throw error;
      },
    );
    return { status, text };
  } catch {
    // The error is not passed on as a cause: it may hold the request, and so the API key.
    throw new SummarizerUnavailable(`${new URL(request.url).host} did not respond.`);
  }
}

/** The model wrote less than an answer. */
const CUT_OFF: readonly unknown[] = ['length', 'content_filter'];

/** Undefined where the model was cut off, refused, or wrote no JSON. */
function contentIn(text: string): unknown {
  const parsed = v.safeParse(Completion, parsedJson(text));
  const choice = parsed.success ? parsed.output.choices[0] : undefined;
  if (!choice || choice.message.refusal || CUT_OFF.includes(choice.finish_reason)) return undefined;
  return parsedJson(withoutFence((choice.message.content ?? '').trim()));
}

const FENCE = '```';

/** Some servers put the JSON into a block of code, whatever they are asked for. */
function withoutFence(content: string): string {
  if (!content.startsWith(FENCE) || !content.endsWith(FENCE)) return content;
  return content.slice(content.indexOf('\n') + 1, -FENCE.length);
}
