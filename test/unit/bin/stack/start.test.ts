import { CliError } from '#bin/cli/cli-error';
import { STATE_DIR } from '#bin/paths';
import { start } from '#bin/stack/start';
import { describe, expect, it } from '#test/support/jest';

describe('the options of npm start', () => {
  it.each([
    ['nothing', [], {}],
    ['a port', ['--port', '9000'], { port: 9000 }],
    ['a port after =', ['--port=9000'], { port: 9000 }],
    ['a time scale', ['--time-scale', '0.01'], { timeScale: 0.01 }],
    ['a time scale without its zero', ['--time-scale', '.5'], { timeScale: 0.5 }],
    ['the end of its input', ['--until', 'input-ends'], { until: 'input-ends' }],
    ['no speech server', ['--speech', 'off'], { speech: 'off' }],
    ['a speech server', ['--speech', 'http://127.0.0.1:8000'], { speech: 'http://127.0.0.1:8000' }],
    ['a recording', ['--talk', '/tmp/talk.wav'], { talk: '/tmp/talk.wav' }],
    ['a folder', ['--folder', '/tmp/stack'], { folder: '/tmp/stack' }],
  ])('accept %s', (_what, args, options) => {
    expect(start.parse(args)).toEqual({
      ...{ port: 8787, timeScale: 1, speech: 'on', until: 'interrupted', folder: STATE_DIR },
      ...options,
    });
  });

  it.each([
    ['--port takes a whole number from 1 to 65535, not "0"', ['--port', '0']],
    ['--port takes a whole number from 1 to 65535, not "70000"', ['--port', '70000']],
    ['--port takes a whole number from 1 to 65535, not "80.5"', ['--port', '80.5']],
    ['--port takes a whole number from 1 to 65535, not "0x50"', ['--port', '0x50']],
    ['--time-scale takes a number above 0 and up to 1, not "0"', ['--time-scale', '0']],
    ['--time-scale takes a number above 0 and up to 1, not "2x"', ['--time-scale', '2x']],
    ['--time-scale takes a number above 0 and up to 1, not ""', ['--time-scale', '']],
    ['--speech takes on, off or a URL, not "of"', ['--speech', 'of']],
    [
      "Unknown option '--prot': the options are --port, --time-scale, --speech, --talk, --built, --until and --folder",
      ['--prot', '1'],
    ],
    [
      "Unexpected argument 'local': the options are --port, --time-scale, --speech, --talk, --built, --until and --folder",
      ['local'],
    ],
  ])('fail with: %s', (message, args) => {
    expect(() => start.parse(args)).toThrow(new CliError(message));
  });

  it.each([[['--help']], [['-h', '--port', 'x']]])('ask for help with %j', (args) => {
    expect(start.parse(args)).toBeUndefined();
  });
});
