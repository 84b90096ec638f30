import fc from 'fast-check';
import {
  type Catalog,
  emptyCatalog,
  isDefaultIn,
  withDefault,
  withNew,
  without,
} from '#shared/foundation/core/catalog';
import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';

const IDS = ['sty_1', 'sty_2', 'sty_3', 'sty_4'].map((id) => id as StyleGuideId);
const MOST = { most: 3, nouns: 'style guides' };
const empty: Catalog<StyleGuideId> = emptyCatalog('wks_one' as WorkspaceId);
const entry = (id: StyleGuideId, use: string, isDefault = true) => ({ id, use, isDefault });

describe('a catalog', () => {
  it('moves the default of a use, and keeps those of others', () => {
    const one = withNew(empty, entry('sty_1' as StyleGuideId, 'subtitles'), MOST);
    const two = withNew(one, entry('sty_2' as StyleGuideId, 'transcription'), MOST);

    const moved = withNew(two, entry('sty_3' as StyleGuideId, 'subtitles'), MOST);

    expect(moved).toMatchObject({ count: 3, defaults: { subtitles: 'sty_3', transcription: 'sty_2' } });
  });

  it('refuses one more than the maximum', () => {
    const full = { ...empty, count: 3 };

    expect(() => withNew(full, entry('sty_4' as StyleGuideId, 'subtitles'), MOST)).toThrow('has 3 style guides');
  });

  it('counts what it has, and has no default of something else, after any changes', () => {
    const change = fc.record({
      kind: fc.constantFrom('add', 'set', 'unset', 'remove'),
      id: fc.constantFrom(...IDS),
      use: fc.constantFrom('en', 'fr'),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { catalog, there } = changes.reduce(changed, { catalog: empty, there: [] });

        const defaults = Object.values(catalog.defaults);
        expect(catalog.count).toBe(there.length);
        expect(defaults).toHaveLength(new Set(defaults).size);
        expect(IDS.filter((id) => isDefaultIn(catalog, id) && !there.includes(id))).toEqual([]);
      }),
    );
  });
});

interface Change {
  readonly kind: string;
  readonly id: StyleGuideId;
  readonly use: string;
}

interface Known {
  readonly catalog: Catalog<StyleGuideId>;
  readonly there: readonly StyleGuideId[];
}

/** Adds what is not there, and changes what is. */
function changed({ catalog, there }: Known, { kind, id, use }: Change): Known {
  if (!there.includes(id))
    return kind === 'add'
      ? { catalog: withNew(catalog, entry(id, use), { ...MOST, most: IDS.length }), there: [...there, id] }
      : { catalog, there };
  if (kind === 'remove') return { catalog: without(catalog, id), there: there.filter((one) => one !== id) };
  return { catalog: withDefault(catalog, entry(id, use, kind === 'set')), there };
}
