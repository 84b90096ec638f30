import { MINUTE_MS } from '#shared/foundation/core/time';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import { uploadIdIn } from '#shared/texts/uploads/rules/upload';
import { aTranscriber, heard } from '#test/support/a-transcriber';
import { aVideo } from '#test/unit/media/media-files';
import { aMediaOrderWorld } from './a-media-order.ts';
import { anOrderWorld } from './an-order.ts';

/** The order of a translation that failed a minute ago, since the engine refused. It works from `mend` on. */
export async function aFailedTranslation(changes: object = {}) {
  const engine = checkedTranslator(pseudoEngine());
  let isWell = false;
  const made = await anOrderWorld({
    translator: {
      translate: async (request) =>
        isWell ? engine.translate(request) : { status: 'failed', reason: 'translation_failed', detail: 'No.' },
    },
  });
  const { id, outputs_ids: outputs } = (await made.order(changes)).body;
  await made.worker.untilQuiet();
  made.world.clock.advance(MINUTE_MS);
  return {
    ...made,
    id: id as string,
    text: (outputs as string[])[0] ?? '',
    retry: (of = id, key = made.owner.key, headers = {}) => made.call('POST', `/orders/${of}/retry`, { key, headers }),
    mend: () => {
      isWell = true;
    },
  };
}

/** The order of a text of an upload that failed a minute ago, since the speech service refused. It works from `mend` on. */
export async function aFailedText(
  changes: object = {},
  given: Parameters<typeof aMediaOrderWorld>[0] = {},
  bytes: Uint8Array = aVideo(),
) {
  let isWell = false;
  const { transcriber, asked, deleted } = aTranscriber({
    answers: () => (isWell ? heard('Welcome to the call.') : { status: 'failed', detail: 'No.' }),
  });
  const made = await aMediaOrderWorld({ transcriber, ...given });
  await made.world.files.put(`uploads/${made.owner.workspaceId}/${uploadIdIn(made.url)}`, bytes, '');
  const { id, outputs_ids: outputs } = (await made.order(changes)).body;
  await made.worker.untilQuiet();
  made.world.clock.advance(MINUTE_MS);
  return {
    ...{ ...made, asked, deleted, id: id as string, text: (outputs as string[])[0] ?? '' },
    retry: (of = id, key = made.owner.key) => made.call('POST', `/orders/${of}/retry`, { key }),
    mend: () => {
      isWell = true;
    },
  };
}
