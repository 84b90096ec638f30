import { DecryptionFailed } from '#shared/foundation/core/secrets';
import type { ModelServerRow, TranslationServer } from '#shared/foundation/model-servers/ports';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import {
  type TranslationEngine,
  type TranslationFailure,
  type Translator,
  TranslatorUnavailable,
} from '#shared/texts/translation/ports';

interface Needs {
  readonly server: Pick<ModelServerRow<TranslationServer>, 'find'>;
  /** The engine of a kind. */
  readonly make: (server: TranslationServer) => TranslationEngine;
  /** Where no translator is configured; undefined where none stands in. */
  readonly standIn: TranslationEngine | undefined;
}

/** The translator of the deployment, as it is configured at the time of each call. Fails where there is none. */
export const configuredTranslator = ({ server, make, standIn }: Needs): Translator => ({
  async translate(request) {
    const found = await server.find().catch((error) => {
      throw error instanceof DecryptionFailed ? new TranslatorUnavailable(UNOPENABLE) : error;
    });
    const engine = found ? make(found) : standIn;
    return engine ? checkedTranslator(engine).translate(request) : NO_TRANSLATOR;
  },
});

const UNOPENABLE = 'The API key of the translator does not decrypt.';

const NO_TRANSLATOR: TranslationFailure = {
  status: 'failed',
  reason: 'translation_failed',
  detail: 'The deployment has no translator.',
};
