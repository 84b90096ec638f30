import { describe, expect, it } from '@jest/globals';
import { codeOf, dealtTo, testFilesIn } from '#bin/test/groups';
import { GROUPS, TESTS, TOGETHER } from '#bin/test/plan';

/** What a group does, as pairs of the title of a `describe` and the file that is required within it. */
function requiredBy(code: string): readonly (readonly [title: string, path: string])[] {
  const required: (readonly [string, string])[] = [];
  let title = '';
  const describing = (name: string, define: () => void) => {
    title = name;
    define();
    title = '';
  };
  new Function('describe', 'require', code)(describing, (path: string) => required.push([title, path]));
  return required;
}

describe('a group of test files', () => {
  it('requires each file within a describe of its path', () => {
    expect(requiredBy(codeOf(['test/unit/a.test.ts', "test/unit/b's.test.ts"]))).toEqual([
      ['test/unit/a.test.ts', expect.stringMatching(/^\/.*[/]test[/]unit[/]a[.]test[.]ts$/)],
      ["test/unit/b's.test.ts", expect.stringMatching(/^\/.*[/]test[/]unit[/]b's[.]test[.]ts$/)],
    ]);
  });

  it.each(Object.entries(GROUPS))('is the only one that a test file of %s is in', (name, count) => {
    const files = testFilesIn(TESTS[name as keyof typeof GROUPS]);

    const groups = dealtTo(count, files);

    expect(groups).toHaveLength(count);
    expect(groups.flat().toSorted()).toEqual(files.toSorted());
  });

  it('has the files that must not run side by side', () => {
    expect(dealtTo(2, ['a', 'b', 'c', 'd'], ['a', 'd'])).toEqual([['b', 'a', 'd'], ['c']]);
    expect(testFilesIn(TESTS.integration)).toEqual(expect.arrayContaining([...TOGETHER]));
  });

  it('is not made where there are fewer files than groups', () => {
    expect(dealtTo(3, ['a', 'b'])).toEqual([['a'], ['b']]);
  });
});

describe('the test files of folders', () => {
  it('are found at every depth, by their path in the project', () => {
    const files = testFilesIn(['test/unit', 'test/infra']);

    expect(files).toContain('test/unit/bin/test/groups.test.ts');
    expect(files).toContain('test/infra/nag.test.ts');
    expect(files.filter((path) => !/^test[/](unit|infra)[/].*[.]test[.]ts$/.test(path))).toEqual([]);
  });
});
