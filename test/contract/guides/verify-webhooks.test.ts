import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signatureHeaders } from '#shared/webhooks/signing/signature';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { blocksIn } from './guide-blocks.ts';

const GUIDE = readFileSync(resolve('docs/api/receiver.md'), 'utf8');
const SECRET = 'whsec_BEEAIfmrVcFJQ36uzTBqJdOmWdSqHDdkPyJh9n0Rw0A=';
const OLDER = 'an own secret of a partner, with spaces';
const NOW = 1_793_000_000;
const BODY = '{"id":"evt_1","type":"meeting.finished","data":{"object":{"title":"Café ☕"}}}';

interface Case {
  readonly name: string;
  readonly body: string;
  readonly header: string;
  readonly secret: string;
  readonly genuine: boolean;
}

const signed = (secrets: readonly [string, ...string[]], timestamp: number, body = BODY): string =>
  signatureHeaders({ secrets, timestamp, type: 'meeting.finished', id: 'evt_1' as never, body: Buffer.from(body) })[
    'x-service-signature'
  ] ?? '';

const right = signed([SECRET], NOW);

/** Requests as we sign them, and as a forger may change them. */
const cases: readonly Case[] = [
  { name: 'as it was sent', header: right, genuine: true },
  { name: 'while a secret is rotated, by the newer', header: signed([SECRET, OLDER], NOW), genuine: true },
  {
    name: 'while a secret is rotated, by the older',
    header: signed([SECRET, OLDER], NOW),
    secret: OLDER,
    genuine: true,
  },
  { name: 'five minutes old', header: signed([SECRET], NOW - 300), genuine: true },
  { name: 'older than that', header: signed([SECRET], NOW - 301), genuine: false },
  { name: 'from the future', header: signed([SECRET], NOW + 301), genuine: false },
  { name: 'of another secret', header: signed([OLDER], NOW), genuine: false },
  { name: 'with another body', header: right, body: BODY.replace('finished', 'updated'), genuine: false },
  { name: 'with another time', header: right.replace(`t=${NOW}`, `t=${NOW - 1}`), genuine: false },
  { name: 'without a digest', header: `t=${NOW}`, genuine: false },
  { name: 'without a time', header: right.replace(/^t=\d+,/, ''), genuine: false },
  { name: 'with half a digest', header: right.slice(0, -2), genuine: false },
  { name: 'with nothing', header: '', genuine: false },
].map((one) => ({ body: BODY, secret: SECRET, ...one }));

const snippet = (language: string): string => {
  const [block] = blocksIn(GUIDE).filter((one) => one.language === `${language} verify`);
  if (!block) throw new Error(`The guide has nothing for ${language}.`);
  return block.text;
};

interface Language {
  readonly language: string;
  /** Files of a program that reads the cases and prints what it makes of each, in JSON. */
  readonly files: Readonly<Record<string, string>>;
  readonly run: readonly [command: string, ...args: string[]];
}

const languages: readonly Language[] = [
  {
    language: 'js',
    files: {
      'verify.mjs': snippet('js'),
      'main.mjs': `
        import { readFileSync } from 'node:fs';
        import { isGenuine } from './verify.mjs';
        const cases = JSON.parse(readFileSync(0, 'utf8'));
        console.log(JSON.stringify(cases.map((one) => isGenuine(Buffer.from(one.body), one.header, one.secret, ${NOW}))));`,
    },
    run: [process.execPath, 'main.mjs'],
  },
  {
    language: 'python',
    files: {
      'verify.py': snippet('python'),
      'main.py': [
        'import json, sys',
        'from verify import is_genuine',
        'cases = json.loads(sys.stdin.buffer.read())',
        `print(json.dumps([is_genuine(c["body"].encode(), c["header"], c["secret"], ${NOW}) for c in cases]))`,
      ].join('\n'),
    },
    run: ['python3', 'main.py'],
  },
  {
    language: 'go',
    files: {
      'go.mod': 'module guide\n\ngo 1.18\n',
      'verify.go': snippet('go'),
      'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var cases []struct{ Body, Header, Secret string }
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	var genuine []bool
	for _, c := range cases {
		genuine = append(genuine, IsGenuine([]byte(c.Body), c.Header, c.Secret, ${NOW}))
	}
	text, _ := json.Marshal(genuine)
	fmt.Println(string(text))
}
`,
    },
    run: ['go', 'run', '.'],
  },
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rapporteur-guide-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function judged({ language, files, run: [command, ...args] }: Language): unknown {
  const place = mkdtempSync(join(folder, language));
  for (const [name, text] of Object.entries(files)) {
    spawnSync('mkdir', ['-p', join(place, name, '..')]);
    writeFileSync(join(place, name), text);
  }
  const { stdout, stderr, error, status } = spawnSync(command, args, { cwd: place, input: JSON.stringify(cases) });
  if (error && 'code' in error && error.code === 'ENOENT') return 'not here';
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

describe('the verification that the guide shows', () => {
  it.each(languages)('takes what we sign, and nothing else: $language', (language) => {
    const verdicts = judged(language);

    // Go is no part of what this repository needs: where it is missing, nothing is tried.
    if (language.language === 'go' && verdicts === 'not here') return;
    expect(cases.map(({ name }, at) => [name, (verdicts as readonly boolean[])[at]])).toEqual(
      cases.map(({ name, genuine }) => [name, genuine]),
    );
  });
});
