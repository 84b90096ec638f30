import { CliError } from '#bin/cli/cli-error';
import { user, userChange } from '#bin/operator/user';
import { describe, expect, it } from '#test/support/jest';

const WORKSPACE = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t';
const USER = 'usr_01kcw3v9e2f3hb5wnkq8zr6m4t';
const ada = ['--email', 'ada@acme.test'];

/** What the options ask for, and the stage. */
function parse(args: readonly string[]) {
  const options = user.parse(args);
  return options && { ...userChange(options), stage: options.stage, table: options.table };
}

describe('the options of npm run ops -- user', () => {
  it('accept the name of a new workspace', () => {
    expect(parse([...ada, '--workspace', 'Acme'])).toEqual({
      stage: 'local',
      table: undefined,
      create: { email: 'ada@acme.test', workspace: { name: 'Acme' } },
    });
  });

  it('accept the id of an existing workspace with a role, a stage and a table', () => {
    const args = ['--workspace', WORKSPACE, '--role=admin', '--stage', 'sandbox', '--table', 'main'];

    expect(parse(['--email', ' Ada@ACME.test ', ...args])).toEqual({
      stage: 'sandbox',
      table: 'main',
      create: { email: 'ada@acme.test', workspace: { workspaceId: WORKSPACE, role: 'admin' } },
    });
  });

  it.each([
    [['--remove', 'Ada@acme.test'], { change: 'remove', person: 'ada@acme.test', workspaceId: undefined }],
    [['--remove', USER], { change: 'remove', person: USER, workspaceId: undefined }],
    [
      ['--remove', 'ada@acme.test', '--workspace', WORKSPACE],
      { change: 'remove', person: 'ada@acme.test', workspaceId: WORKSPACE },
    ],
    [['--disable', 'ada@acme.test'], { change: 'disable', person: 'ada@acme.test', workspaceId: undefined }],
    [['--enable', 'ada@acme.test'], { change: 'enable', person: 'ada@acme.test', workspaceId: undefined }],
  ])('%j take rights away or give them back', (args, change) => {
    expect(parse(args)).toEqual({ ...change, stage: 'local', table: undefined });
  });

  it.each([
    ['--disable takes no other option', ['--disable', 'ada@acme.test', '--workspace', WORKSPACE]],
    ['--remove takes no other option but --workspace', ['--remove', 'ada@acme.test', '--role', 'admin']],
    ['"Acme" is not a workspace id: wks_ and 26 characters', ['--remove', 'ada@acme.test', '--workspace', 'Acme']],
    ['--remove takes an email address or the id of a user, not "ada"', ['--remove', 'ada']],
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
      "Unknown option '--mail': the options are --email, --workspace, --role, --remove, --disable, --enable, --key, --stage, --table and --json",
      ['--mail', 'ada@acme.test'],
    ],
  ])('fail with: %s', (message, args) => {
    expect(() => parse(args)).toThrow(new CliError(message));
  });

  it('ask for help with -h', () => {
    expect(parse(['-h'])).toBeUndefined();
  });
});
