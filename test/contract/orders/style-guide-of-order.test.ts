import { styleGuides } from '#functions/api/style-guides/index';
import { orderTranslationContract } from '#shared/texts/orders/contract';
import { subtitleContract, transcribeContract } from '#shared/texts/orders/media-contract';
import type { Operation } from '#shared/texts/style-guides/rules/style-guide';
import { callsTo, type World } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aMediaOrderWorld } from './a-media-order.ts';
import { anOrderWorld } from './an-order.ts';

type Order = (changes: object) => ReturnType<Awaited<ReturnType<typeof aMediaOrderWorld>>['order']>;

interface Owner {
  readonly key: string;
  readonly workspaceId: string;
}

const guidesOf = ({ world, owner }: { readonly world: World; readonly owner: Owner }) => {
  const call = callsTo(styleGuides(world.context));
  return async (operation: Operation, { isDefault = false, of = owner as Owner } = {}): Promise<string> => {
    const body = { workspace_id: of.workspaceId, name: 'House', operation, organization_default: isDefault };
    return (await call('POST', '/style_guides', { key: of.key, body })).body.id;
  };
};

async function aMediaWorld(path: string) {
  const made = await aMediaOrderWorld();
  const order: Order = (changes) => made.order(changes, { path });
  return { ...made, order, aGuide: guidesOf(made) };
}

async function aTranslationWorld() {
  const made = await anOrderWorld();
  const order: Order = (changes) => made.order(changes);
  return { ...made, order, aGuide: guidesOf(made) };
}

describe.each([
  ['POST /transcribe', transcribeContract, 'transcription', 'subtitles', () => aMediaWorld('/transcribe')],
  ['POST /subtitle', subtitleContract, 'subtitles', 'transcription', () => aMediaWorld('/subtitle')],
  ['POST /translate', orderTranslationContract, 'subtitles', 'transcription', aTranslationWorld],
] as const)('the style guide of %s', (_path, contract, operation, otherOperation, anyWorld) => {
  it('201: is the one that it names, the default of its operation, or none', async () => {
    const { order, readOrder, aGuide } = await anyWorld();
    await aGuide(otherOperation, { isDefault: true });
    const shown = async (body: object) => (await readOrder((await order(body)).body.id)).style_guide_id;
    expect(await shown({})).toBeNull();
    const [named, byDefault] = [await aGuide(operation), await aGuide(operation, { isDefault: true })];

    expect(await shown({ style_guide_id: named })).toBe(named);
    expect(await shown({})).toBe(byDefault);
    expect(await shown({ style_guide_id: null })).toBeNull();
  });

  it('422: cannot be unknown, of another workspace, or for the other operation', async () => {
    const { order, world, aGuide } = await anyWorld();
    const refused = [
      'sty_01jbzq1f0he2k9m4vxr8t6d5cp',
      await aGuide(operation, { of: await world.anOwner('Other') }),
      await aGuide(otherOperation),
    ];

    const answers = await Promise.all(refused.map((id) => order({ style_guide_id: id })));

    for (const answer of answers) expect(expectError(contract, answer, 422)).toEqual(['invalid style_guide_id']);
  });
});
