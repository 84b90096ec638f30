import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { parseUserOptions } from '#bin/operator/user-options';

const WORKSPACE = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t';
const ada = ['--email', 'ada@acme.test'];

describe('the options of npm run user', () => {
  it('understand a new workspace, which the user owns', () => {
    expect(parseUserOptions([...ada, '--workspace', 'Acme'])).toEqual({
      stage: 'local',
      table: undefined,
      user: { email: 'ada@acme.test', place: { name: 'Acme' } },
    });
  });

  it('understand a workspace that is there, in another stage, at a table of its own', () => {
    const words = ['--workspace', WORKSPACE, '--role=admin', '--stage', 'sandbox', '--table', 'main'];

    expect(parseUserOptions(['--email', ' Ada@ACME.test ', ...words])).toEqual({
      stage: 'sandbox',
      table: 'main',
      user: { email: 'ada@acme.test', place: { workspaceId: WORKSPACE, role: 'admin' } },
    });
  });

  it.each([
    ['--email is needed: whose key it is', ['--workspace', 'Acme']],
    ['--email takes an email address, not "ada"', ['--email', 'ada', '--workspace', 'Acme']],
    ['--workspace is needed: the id of one that is there, or the name of a new one', ada],
    [
      '--workspace takes a name of up to 100 characters that is no URL, not "https://acme.test"',
      [...ada, '--workspace', 'https://acme.test'],
    ],
    ['"wks_1" is no workspace id: wks_ and 26 characters', [...ada, '--workspace', 'wks_1', '--role', 'admin']],
    [
      '--role is needed in a workspace that is there: owner, admin, member or guest',
      [...ada, '--workspace', WORKSPACE],
    ],
    ['--role takes owner, admin, member or guest, not "king"', [...ada, '--workspace', WORKSPACE, '--role', 'king']],
    [
      'Who makes a workspace owns it: --role guest needs the id of one that is there',
      [...ada, '--workspace', 'Acme', '--role', 'guest'],
    ],
    ['--stage takes local, sandbox or production, not "test"', [...ada, '--workspace', 'Acme', '--stage', 'test']],
    [
      "Unknown option '--mail': the options are --email, --workspace, --role, --stage and --table",
      ['--mail', 'ada@acme.test'],
    ],
  ])('refuse in a sentence: %s', (sentence, words) => {
    expect(() => parseUserOptions(words)).toThrow(new CouldNotStart(sentence));
  });

  it('give way to a call for help', () => {
    expect(parseUserOptions(['-h'])).toBeUndefined();
  });
});
