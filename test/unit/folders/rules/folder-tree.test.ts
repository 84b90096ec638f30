import fc from 'fast-check';
import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import {
  DEEPEST_LEVEL,
  emptyTree,
  type FolderTree,
  lineOf,
  MOST_FOLDERS,
  withFolder,
  withoutFolder,
} from '#shared/texts/folders/rules/folder-tree';
import { nameHashOf } from '#shared/texts/folders/store';
import { describe, expect, it } from '#test/support/jest';

const workspaceId = 'wks_01k2x3y4z5a6b7c8d9e0f1g2h3' as WorkspaceId;
const idOf = (nth: number) => `fol_${String(nth).padStart(26, '0')}` as FolderId;
const folder = (nth: number, parent: number | null, name = `Folder ${nth}`) => ({
  id: idOf(nth),
  parentId: parent === null ? null : idOf(parent),
  nameHash: nameHashOf(name),
});

const treeOf = (...placed: readonly ReturnType<typeof folder>[]): FolderTree =>
  placed.reduce(withFolder, emptyTree(workspaceId));

/** 1 at the root, 2 in it, and so on. */
const aChain = (levels: number): FolderTree =>
  treeOf(...Array.from({ length: levels }, (_, at) => folder(at + 1, at === 0 ? null : at)));

const codeOf = (attempt: () => unknown): string => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.faults.map(({ code, field }) => [code, field].filter(Boolean).join(' ')).join();
  }
};

describe('a tree of folders', () => {
  it('has each folder once, behind those above it', () => {
    const tree = treeOf(folder(1, null), folder(2, 1), folder(3, 2));

    expect(lineOf(tree, idOf(3))).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(lineOf(withFolder(tree, folder(3, 1)), idOf(3))).toEqual([idOf(1), idOf(3)]);
  });

  it('refuses a name that the parent has, however it is composed or spaced', () => {
    const tree = treeOf(folder(1, null, 'Café'), folder(2, 1, 'Café'));

    expect(codeOf(() => withFolder(tree, folder(3, null, ' Cafe\u0301 ')))).toBe('conflict');
    expect(codeOf(() => withFolder(tree, folder(3, null, 'CAFÉ')))).toBe('allowed');
    expect(codeOf(() => withFolder(tree, folder(2, null, 'Café')))).toBe('conflict');
    expect(codeOf(() => withFolder(tree, folder(1, null, 'Café')))).toBe('allowed');
  });

  it('refuses an unknown parent', () => {
    expect(codeOf(() => treeOf(folder(2, 1)))).toBe('invalid parent_id');
  });

  it('is at most ten levels deep, with the folders that a move takes along', () => {
    const deepest = aChain(DEEPEST_LEVEL);

    expect(codeOf(() => withFolder(deepest, folder(99, DEEPEST_LEVEL)))).toBe('invalid parent_id');
    expect(codeOf(() => withFolder(deepest, folder(99, DEEPEST_LEVEL - 1)))).toBe('allowed');
    const beside = withFolder(deepest, folder(99, null));
    expect(codeOf(() => withFolder(beside, folder(1, 99)))).toBe('invalid parent_id');
    expect(codeOf(() => withFolder(beside, folder(2, 99)))).toBe('allowed');
  });

  it('has at most a thousand folders', () => {
    const entries = Array.from({ length: MOST_FOLDERS }, (_, at) => ({
      ...{ id: idOf(at + 1), parentId: null, nameHash: `${at}` },
    }));
    const full = { workspaceId, entries };

    expect(codeOf(() => withFolder(full, folder(MOST_FOLDERS + 1, null)))).toBe('conflict');
    expect(codeOf(() => withFolder(full, folder(1, 2)))).toBe('allowed');
  });

  it('loses only a folder without folders', () => {
    const tree = treeOf(folder(1, null), folder(2, 1));

    expect(codeOf(() => withoutFolder(tree, idOf(1)))).toBe('conflict');
    expect(withoutFolder(tree, idOf(2)).entries.map(({ id }) => id)).toEqual([idOf(1)]);
  });

  it('never has a cycle, an eleventh level or a second name, whatever is moved', () => {
    const nth = fc.integer({ min: 1, max: 14 });
    const moves = fc.array(fc.record({ nth, parent: fc.option(nth), name: fc.constantFrom('A', 'B', 'C', 'D') }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(moves, (drawn) => {
        const tree = drawn.reduce((before, move) => {
          const placed = folder(move.nth, move.parent, move.name);
          return codeOf(() => withFolder(before, placed)) === 'allowed' ? withFolder(before, placed) : before;
        }, emptyTree(workspaceId));
        for (const { id } of tree.entries) {
          const line = lineOf(tree, id);
          expect(line.at(-1)).toBe(id);
          expect(new Set(line).size).toBe(line.length);
          expect(line.length).toBeLessThanOrEqual(DEEPEST_LEVEL);
        }
        const places = tree.entries.map(({ parentId, nameHash }) => `${parentId} ${nameHash}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
