import { modelSummarizer } from '#shared/capture/summaries/model-summarizer/model-summarizer';
import { type Fetch, openaiModel } from '#shared/capture/summaries/model-summarizer/openai-model';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import type { BedrockModel, ModelServerRow, SummaryServer } from '#shared/foundation/model-servers/ports';
import {
  type Summarizer,
  SummarizerUnavailable,
  type SummaryJob,
  type SummaryModel,
} from '#shared/meetings/summaries/ports';

interface Needs {
  readonly server: Pick<ModelServerRow<SummaryServer>, 'find'>;
  readonly fetch: Fetch;
  readonly bedrock: (server: BedrockModel) => SummaryModel;
  /** Where no model is configured. */
  readonly extractive: Summarizer;
}

/** The summarizer of the deployment, as it is configured at the time of each call. */
export function configuredSummarizer({ server, fetch, bedrock, extractive }: Needs): Summarizer {
  const summarize = async (job: SummaryJob) => {
    const found = await server.find().catch((error) => {
      throw error instanceof DecryptionFailed ? new SummarizerUnavailable(UNOPENABLE) : error;
    });
    if (!found) return extractive.start(job);
    const model = found.kind === 'bedrock' ? bedrock(found) : openaiModel(fetch, found);
    return modelSummarizer(model).start(job);
  };
  return { start: summarize, check: summarize };
}

const UNOPENABLE = 'The API key of the summary server does not decrypt.';
