import { envOr, requiredEnv } from '#shared/platform/environment';
import { extractiveSummarizer } from '#shared/summaries/extractive-summarizer/extractive-summarizer';
import { modelSummarizer } from '#shared/summaries/model-summarizer/model-summarizer';
import { openaiModel } from '#shared/summaries/model-summarizer/openai-model';
import type { Summarizer } from '#shared/summaries/ports';

/** By the model that the deployment names; extractive where it names none. The stand-in is extractive in either case. */
export function summarizersGiven(): { readonly summarizer: Summarizer; readonly summarizerStandIn: Summarizer } {
  const summarizerStandIn = extractiveSummarizer();
  const baseUrl = envOr('summaryUrl', '');
  if (baseUrl === '') return { summarizer: summarizerStandIn, summarizerStandIn };
  const apiKey = envOr('summaryApiKey', '') || null;
  const model = openaiModel(fetch, { baseUrl, apiKey, model: requiredEnv('summaryModel') });
  return { summarizer: modelSummarizer(model), summarizerStandIn };
}
