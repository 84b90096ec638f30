import { describe, expect, it } from '@jest/globals';
import { CliError } from '#bin/cli/cli-error';
import { user, workspaceFrom } from '#bin/operator/user';

const WORKSPACE = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t';
const ada = ['--email', 'ada@acme.test'];

/** The options, with workspace and role as one value. */
function parse(args: readonly string[]) {
  const options = user.parse(args);
  if (!options) return undefined;
  const { workspace, role, ...others } = options;
  return { ...others, workspace: workspaceFrom({ workspace, role }) };
}

describe('the options of npm run user', () => {
  it('accept the name of a new workspace', () => {
    expect(parse([...ada, '--workspace', 'Acme'])).toEqual({
      stage: 'local',
      table: undefined,
      email: 'ada@acme.test',
      workspace: { name: 'Acme' },
    });
  });

  it('accept the id of an existing workspace with a role, a stage and a table', () => {
    const args = ['--workspace', WORKSPACE, '--role=admin', '--stage', 'sandbox', '--table', 'main'];

    expect(parse(['--email', ' Ada@ACME.test ', ...args])).toEqual({
      stage: 'sandbox',
      table: 'main',
      email: 'ada@acme.test',
      workspace: { workspaceId: WORKSPACE, role: 'admin' },
    });
  });

  it.each([
    ['--email is required: email address of the user', ['--workspace', 'Acme']],
    ['--email takes an email address, not "ada"', ['--email', 'ada', '--workspace', 'Acme']],
    ['--workspace is required: id of an existing workspace, or name of a new one, which the user owns', ada],
    [
      '--workspace takes a name of up to 100 characters that is not a URL, not "https://acme.test"',
      [...ada, '--workspace', 'https://acme.test'],
    ],
    ['"wks_1" is not a workspace id: wks_ and 26 characters', [...ada, '--workspace', 'wks_1', '--role', 'admin']],
    ['--role is required for an existing workspace: owner, admin, member or guest', [...ada, '--workspace', WORKSPACE]],
    ['--role takes owner, admin, member or guest, not "king"', [...ada, '--workspace', WORKSPACE, '--role', 'king']],
    [
      'The user owns a new workspace: --role guest needs the id of an existing workspace',
      [...ada, '--workspace', 'Acme', '--role', 'guest'],
    ],
    ['--stage takes local, sandbox or production, not "test"', [...ada, '--workspace', 'Acme', '--stage', 'test']],
    [
      "Unknown option '--mail': the options are --email, --workspace, --role, --stage and --table",
      ['--mail', 'ada@acme.test'],
    ],
  ])('fail with: %s', (message, args) => {
    expect(() => parse(args)).toThrow(new CliError(message));
  });

  it('ask for help with -h', () => {
    expect(parse(['-h'])).toBeUndefined();
  });
});
