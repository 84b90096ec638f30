import type { ModelServers } from '#shared/model-servers/ports';
import { translateClient } from '#shared/platform/aws-clients';
import { envOr } from '#shared/platform/environment';
import { openaiModel } from '#shared/summaries/model-summarizer/openai-model';
import { amazonEngine } from '#shared/translation/amazon-translate/amazon-engine';
import { configuredTranslator } from '#shared/translation/configured-translator';
import { modelEngine } from '#shared/translation/model-engine/model-engine';
import type { Translator } from '#shared/translation/ports';
import { pseudoEngine } from '#shared/translation/pseudo-engine';

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
