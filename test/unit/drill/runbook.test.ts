import { readFileSync } from 'node:fs';
import { RUNBOOK } from '#test/drill/commands';
import { commandsIn, filled } from '#test/drill/runbook';
import { describe, expect, it } from '#test/support/jest';

const RUNBOOK_TEXT = readFileSync('docs/runbook.md', 'utf8');

describe('a command of the drill', () => {
  const printed = commandsIn(RUNBOOK_TEXT);

  it.each(Object.values(RUNBOOK))('is printed by the runbook: %s', (command) => {
    expect(printed).toContain(command);
  });
});

describe('the commands in a document', () => {
  it('are those of its blocks, without comments, and of its spans', () => {
    const document = [
      'Run `npm run ops -- key --user usr_…`, then look at `GET /health`:',
      '```sh',
      'aws kms enable-key --key-id …    # at once',
      'npm run ops -- user --stage production \\',
      '  --disable ada@example.com',
      '```',
    ].join('\n');

    expect(commandsIn(document)).toEqual([
      'npm run ops -- key --user usr_…',
      'aws kms enable-key --key-id …',
      'npm run ops -- user --stage production --disable ada@example.com',
    ]);
  });
});

describe('a command that is filled in', () => {
  it('works on the local stage, with values for examples and placeholders', () => {
    const command = 'npm run ops -- key --stage production --user ada@example.com';
    expect(filled(command, { 'ada@example.com': 'ben@example.com' })).toBe(
      'npm run ops -- key --stage local --user ben@example.com',
    );
    expect(filled('aws events enable-rule --name rapporteur-<stage>-sweeper', {})).toBe(
      'aws events enable-rule --name rapporteur-local-sweeper',
    );
  });

  it('is refused with a placeholder that has no value, and with a value that has no place', () => {
    expect(() => filled('aws kms enable-key --key-id …', {})).toThrow('needs a value for …');
    expect(() => filled('npm run ops -- redrive', { first: 'bots' })).toThrow('has no first');
  });
});
