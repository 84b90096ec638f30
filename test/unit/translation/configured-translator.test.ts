import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { ENV } from '#shared/foundation/infrastructure-names';
import type { TranslationServer } from '#shared/foundation/model-servers/ports';
import { translatorFromEnvironment } from '#shared/wiring/translator';
import { aModelServer, materialOf } from '#test/doubles/models/a-model-server';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aTranslationRequest } from '#test/support/translation-requests';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function aTranslator(find: () => Promise<TranslationServer | undefined>, recorder: 'simulator' | '' = 'simulator') {
  const before = process.env[ENV.recorder];
  process.env[ENV.recorder] = recorder;
  closing.push(() => {
    process.env[ENV.recorder] = before ?? '';
  });
  const unused = async () => undefined;
  return translatorFromEnvironment({ translations: { find, save: unused, remove: unused } });
}

describe('the translator of a deployment', () => {
  it('is the one that is configured at the time, and pseudo-localization before', async () => {
    const server = await aModelServer((request) => JSON.parse(materialOf(request)));
    closing.push(server.close);
    let configured: TranslationServer | undefined;
    const translator = aTranslator(async () => configured);

    expect(await translator.translate(aTranslationRequest())).toMatchObject({ engine: 'pseudo' });
    configured = { kind: 'openai_compatible', baseUrl: server.origin, model: 'm', apiKey: 'a-key' };
    expect(await translator.translate(aTranslationRequest())).toMatchObject({ engine: 'openai_compatible' });
    configured = { kind: 'amazon_translate' };
    expect(await translator.translate(aTranslationRequest({ to: 'tlh' }))).toMatchObject({
      detail: 'Amazon Translate does not translate from en to tlh.',
    });
  });

  it('fails where there is none, outside of stages with the simulator', async () => {
    const translator = aTranslator(async () => undefined, '');

    expect(await translator.translate(aTranslationRequest())).toEqual({
      status: 'failed',
      reason: 'translation_failed',
      detail: 'The deployment has no translator.',
    });
  });

  it('is out of order while its API key does not decrypt', async () => {
    const translator = aTranslator(async () => {
      throw new DecryptionFailed('Sealed for another deployment.');
    });

    await expect(translator.translate(aTranslationRequest())).rejects.toMatchObject({ name: 'TranslatorUnavailable' });
  });
});
