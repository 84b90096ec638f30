import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '#test/support/jest';

const FOLDERS = ['assets', 'bin', 'docs', 'functions', 'lib', 'shared', 'test'];
const PAGES_OF_THE_ROOT = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const MARKDOWN_LINK = /\]\(([^)\s]+)\)/g;
/** A page of the repository as comments and messages cite it. */
const CITED_PAGE = /(?<![\w/-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g;

const filesNamed = (ending: RegExp): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => ending.test(path) && statSync(path).isFile()),
  );

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const anchorsIn = (path: string): readonly string[] =>
  [
    ...readFileSync(path, 'utf8')
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading = '']) => anchorOf(heading));

/** Why the target of a link cannot be found, or undefined. The target is a path from the root of the repository. */
function brokenBecause(target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  if (!existsSync(path)) return 'no such file';
  return anchor === undefined || anchorsIn(path).includes(anchor) ? undefined : 'no such heading';
}

const brokenAmong = (links: readonly (readonly [from: string, target: string])[]): readonly string[] =>
  links.flatMap(([from, target]) => {
    const reason = brokenBecause(target);
    return reason ? [`${from}: ${target}: ${reason}`] : [];
  });

describe('links in the documentation', () => {
  it('lead to a file and a heading of the repository in every Markdown file', () => {
    const links = [...PAGES_OF_THE_ROOT, ...filesNamed(/\.md$/)].flatMap((path) =>
      [...withoutCode(readFileSync(path, 'utf8')).matchAll(MARKDOWN_LINK)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => [path, link.startsWith('#') ? `${path}${link}` : join(dirname(path), link)] as const),
    );

    expect(links.length).toBeGreaterThan(20);
    expect(brokenAmong(links)).toEqual([]);
  });

  it('lead to a page and a heading that exist where comments cite them', () => {
    const citations = filesNamed(/\.(?:ts|py|toml)$/)
      .filter((path) => path !== relative('.', import.meta.filename))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(CITED_PAGE)].map(([page]) => [path, page] as const));

    expect(citations.length).toBeGreaterThan(20);
    expect(brokenAmong(citations)).toEqual([]);
  });

  it('list every decision record in its README', () => {
    const readme = readFileSync('docs/decisions/README.md', 'utf8');
    const records = readdirSync('docs/decisions').filter((name) => name !== 'README.md');

    expect(records.filter((name) => !readme.includes(`(${name})`))).toEqual([]);
  });
});
