import fc from 'fast-check';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { readScope, scopeIn } from '#shared/meetings/settings/rules/scope';
import { scopeEntries } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';

const WORKSPACE = { id: 'wks_01jbz000000000000000000000' as WorkspaceId, number: 123456789 };
const MEMBER = 'member:mem_01jbz000000000000000000000';
const MEETING = 'meeting:mtg_01jbz000000000000000000000';
const HERE = `workspace:${WORKSPACE.id}`;

const readBack = (entries: readonly string[]) => {
  const sent = readScope(entries);
  const scope = sent && scopeIn(sent, WORKSPACE);
  return scope && scopeEntries(scope);
};

describe('a scope', () => {
  it.each([
    ['the workspace', [HERE], [HERE]],
    ['the workspace by its number', ['workspace:123456789'], [HERE]],
    ['a category alone, which is the workspace’s', ['meetings:external'], ['meetings:external']],
    ['a category of the workspace', [HERE, 'meetings:internal'], ['meetings:internal']],
    ['a member', [MEMBER], [MEMBER]],
    ['a member beside the workspace', [HERE, MEMBER], [MEMBER]],
    ['a member’s external meetings', ['meetings:external', MEMBER], [MEMBER, 'meetings:external']],
    ['a meeting', [MEETING], [MEETING]],
    ['one entry twice', [MEMBER, MEMBER], [MEMBER]],
  ])('is read as %s', (_what, entries, scope) => {
    expect(readBack(entries)).toEqual(scope);
  });

  it.each([
    ['nothing', []],
    ['no known form', ['everybody']],
    ['no known category', ['meetings:all']],
    ['no id', ['member:ada']],
    ['an id of another kind', ['member:mtg_01jbz000000000000000000000']],
    ['a workspace without a name', ['workspace:']],
    ['a member and a meeting', [MEMBER, MEETING]],
    ['both categories', ['meetings:external', 'meetings:internal']],
    ['another workspace', ['workspace:wks_01jbz000000000000000000001', MEMBER]],
  ])('is refused for %s', (_what, entries) => {
    expect(readBack(entries)).toBeUndefined();
  });

  it('is the same in any order and with repeated entries', () => {
    const entries = fc.subarray([HERE, MEMBER, 'meetings:external'], { minLength: 1 });
    const jumbled = entries.chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })),
    );
    fc.assert(
      fc.property(jumbled, ([said, again]) => {
        expect(readBack(again)).toEqual(readBack(said));
      }),
    );
  });
});
