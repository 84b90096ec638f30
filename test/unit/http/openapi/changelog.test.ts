import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { changelog, changelogPage } from '#shared/wiring/documents/changelog';
import { describe, expect, it } from '#test/support/jest';

const file = join(process.cwd(), 'docs/changelog.md');
const text = changelog(releases, BASE_VERSION, contracts);

describe('the changelog', () => {
  it('is what is written in docs/changelog.md', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('has every release under its date, newest first, with every change of it', () => {
    const dates = [...text.matchAll(/^## ([\d-]+)$/gm)].map(([, date]) => date);

    expect(dates).toEqual([...releases.map(({ date }) => date), BASE_VERSION]);
    expect(dates).toEqual([...dates].sort().reverse());
    for (const { summary } of releases.flatMap(({ changes }) => changes)) expect(text).toContain(`- ${summary}\n`);
  });

  it('ends with what is deprecated, and what to use', () => {
    const [, ending] = text.split('\n## Deprecated\n\n');

    expect(ending?.split('\n')).toContain('- `POST /meetings`, since 2026-08-10: use `POST /bots`.');
    expect(ending).not.toContain('## ');
  });
});

describe('its page', () => {
  it('has an anchor for every date', () => {
    const page = changelogPage(text);

    for (const { date } of releases) expect(page).toContain(`<h2 id="${date}">${date}</h2>`);
  });

  it('shows words as words, and code as code', () => {
    const page = changelogPage('# A & B\n\n## 2026-01-01\n\n- No <b> in `a < b`.\n- "Two".\n');

    expect(page).toContain('<h1>A &amp; B</h1>');
    expect(page).toContain('<ul>\n<li>No &lt;b> in <code>a &lt; b</code>.</li>\n<li>&quot;Two&quot;.</li>\n</ul>');
  });
});
