import fc from 'fast-check';
import { mayRedirectTo, redirectSource } from '#shared/accounts/oauth/redirects';
import { describe, expect, it } from '#test/support/jest';

/** Schemes that browsers and operating systems run by themselves. */
const HANDLED_SCHEMES = [
  ...['about', 'blob', 'data', 'file', 'filesystem', 'ftp', 'javascript', 'vbscript', 'view-source', 'ws', 'wss'],
  ...['chrome', 'chrome-extension', 'edge', 'intent', 'jar', 'mailto', 'moz-extension', 'resource', 'tel', 'sms'],
  ...['ms-msdt', 'ms-officecmd', 'ms-settings', 'ms-word', 'search-ms', 'shell', 'ssh', 'x-apple.systempreferences'],
];

/** Schemes with a dot that Windows and macOS run programs of their own by. */
const SCHEMES_OF_THE_SYSTEM = [
  ...['microsoft.windows.camera', 'microsoft.windows.photos.crop', 'windows.tbauth', 'microsoft.com.example'],
  ...['com.microsoft.builder3d', 'com.microsoft.print3d', 'com.apple.tv', 'com.apple.systempreferences'],
];

const EDITORS = ['vscode', 'vscode-insiders', 'cursor', 'windsurf'];

describe('a redirect of a client', () => {
  it.each([
    'https://agent.test/back',
    'https://agent.test:8443/back?a=1',
    'https://bücher.example/back',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'http://[::1]:8123/back',
    'com.example.app:/back',
    'com.example.app://back',
    'com.example-inc.app:/back',
    'com.microsoftware.app:/back',
    'com.appleseed.app:/back',
    // Of known agents, as their releases send them.
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/user-meetings/callback',
    ...EDITORS.map((editor) => `${editor}://saoudrizwan.claude-dev/mcp-auth/callback/3f2a9c`),
    // VS Code, Claude and Windsurf return to https, or to the user's own machine.
    'https://vscode.dev/redirect',
    'https://insiders.vscode.dev/redirect',
    'http://127.0.0.1:33418/',
    'https://claude.ai/api/mcp/auth_callback',
  ])('may be %s', (uri) => {
    expect(mayRedirectTo(uri)).toBe(true);
  });

  it.each([
    ...HANDLED_SCHEMES.flatMap((scheme) => [`${scheme}:x`, `${scheme}://agent.test/`, `${scheme.toUpperCase()}:x`]),
    ...SCHEMES_OF_THE_SYSTEM.flatMap((scheme) => [`${scheme}:x`, `${scheme}://agent.test/`]),
    // Schemes of editors are taken for the callbacks above alone: by others they open files and install programs.
    ...EDITORS.flatMap((editor) => [`${editor}:x`, `${editor}://file/etc/passwd`, `${editor}://agent.test/callback`]),
    'cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=x',
    'cursor://anysphere.cursor-deeplink/prompt?text=x',
    'cursor://anysphere.cursor-mcp/oauth/callback?name=x',
    'cursor://anysphere.cursor-mcp/oauth/callback#x',
    'cursor://anysphere.cursor-mcp/oauth/callback/../../install',
    'cursor://anysphere.cursor-mcp/oauth/callback\n',
    'cursor://anysphere.cursor-mcp@evil.test/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/../callback',
    'cursor://anysphere.cursor-retrieval/oauth/a/b/callback',
    'CURSOR://anysphere.cursor-mcp/oauth/callback',
    'xcursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://saoudrizwan.claude-dev/task?prompt=x',
    'vscode://saoudrizwan.claude-dev/mcp-auth/callback/',
    'vscode://vscode-remote/ssh-remote+evil.test/x',
    'claude://claude.ai/back',
    'http://agent.test/back',
    'http://localhost.agent.test/back',
    'https://agent.test@evil.test/back',
    'https://agent.test\\@evil.test/back',
    'https://agent.test;script-src/back',
    'https:agent.test/back',
    'com.example.app:',
    'com.example.app:/back\n',
    'com..app:/back',
    '.com.app:/back',
    'com.example.:/back',
    'java\tscript.x:alert(1)',
    ' com.example.app:/back',
    '//agent.test/back',
    '/back',
    '',
  ])('is not %j', (uri) => {
    expect(mayRedirectTo(uri)).toBe(false);
  });

  it('adds one source to the policy of the page, whatever is asked for', () => {
    const parts = fc.constantFrom(
      'https://',
      'http://localhost',
      'com.app:',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      ';',
      ' ',
      ',',
      "'",
      '"',
      '\n',
      '@',
      '/',
      'a.test',
      ':',
      '*',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (written) => {
        const uri = written.join('');
        fc.pre(mayRedirectTo(uri));
        expect(redirectSource(uri)).toMatch(/^[a-z0-9.:/[\]_-]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
