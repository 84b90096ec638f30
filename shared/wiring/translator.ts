import { openaiModel } from '#shared/capture/summaries/model-summarizer/openai-model';
import type { ModelServers } from '#shared/foundation/model-servers/ports';
import { translateClient } from '#shared/foundation/platform/aws-clients';
import { envOr } from '#shared/foundation/platform/environment';
import { amazonEngine } from '#shared/texts/translation/amazon-translate/amazon-engine';
import { configuredTranslator } from '#shared/texts/translation/configured-translator';
import { modelEngine } from '#shared/texts/translation/model-engine/model-engine';
import type { Translator } from '#shared/texts/translation/ports';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';

/** By the engine that `npm run ops -- translator` names; without one, by pseudo-localization where the simulator records. */
export const translatorFromEnvironment = ({ translations: server }: Pick<ModelServers, 'translations'>): Translator =>
  configuredTranslator({
    server,
    make: (found) =>
      found.kind === 'amazon_translate'
        ? amazonEngine(translateClient())
        : modelEngine(openaiModel(globalThis.fetch, found)),
    standIn: envOr('recorder', '') === 'simulator' ? pseudoEngine() : undefined,
  });
