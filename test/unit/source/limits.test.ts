import { describe, expect, it } from '#test/support/jest';
import { ourSource } from './our-source.ts';

/** What takes a use of a limit, or makes one; not what is wired without limits. */
const takersIn = (folder: string) =>
  ourSource()
    .filter(({ path, text }) => path.startsWith(folder) && /\b(?:limitCounter\b(?!:)|useOf\b)/.test(text))
    .map(({ path }) => path);

describe('a limit', () => {
  it('is taken by what does the work, by whichever way it was asked for', () => {
    expect(takersIn('shared/')).toEqual(
      expect.arrayContaining([
        'shared/texts/search/counted-search.ts',
        'shared/accounts/agent-sessions/commands/hand-off.ts',
      ]),
    );
  });

  it('is taken of long texts by every request that reads one, and by no worker', () => {
    const readers = ourSource().filter(({ path }) => path.startsWith('functions/'));
    const outside = (name: string, folder: RegExp) =>
      readers.filter(({ path, text }) => !folder.test(path) && text.includes(name)).map(({ path }) => path);

    expect(outside('resultsInFiles', /^functions\/workers\//)).toEqual([]);
    expect(outside('countedResults', /^functions\/(api|pages|mcp)\//)).toEqual([]);
  });

  it('is taken by no handler and by no page', () => {
    expect(takersIn('functions/')).toEqual([]);
  });
});
