import { configuredSummarizer } from '#shared/capture/summaries/configured-summarizer';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import { bedrockModel } from '#shared/capture/summaries/model-summarizer/bedrock-model';
import type { ModelServers } from '#shared/foundation/model-servers/ports';
import { bedrockClient } from '#shared/foundation/platform/aws-clients';
import type { Summarizer } from '#shared/meetings/summaries/ports';

/** By the model that `npm run ops -- summarizer` names; extractive without one. The fallback is extractive in either case. */
export function summarizersFromEnvironment(servers: ModelServers): {
  readonly summarizer: Summarizer;
  readonly fallbackSummarizer: Summarizer;
} {
  const fallbackSummarizer = extractiveSummarizer();
  const { summaries: server } = servers;
  const summarizer = configuredSummarizer({
    server,
    fetch: globalThis.fetch,
    bedrock: (named) => bedrockModel(bedrockClient(), named),
    extractive: fallbackSummarizer,
  });
  return { summarizer, fallbackSummarizer };
}
