import { CliError } from '#bin/cli/cli-error';
import { list, optional, optionHelp, parseOptions, positional, required, withDefault } from '#bin/cli/options';
import { anyText, choice, wholeNumber } from '#bin/cli/value-types';
import { describe, expect, it } from '#test/support/jest';

const options = {
  colour: positional(required(choice('red', 'green', 'blue'), 'colour to paint')),
  size: withDefault('3', wholeNumber(1, 9), 'size'),
  fileName: optional(anyText, 'file'),
  tag: list(anyText, 'tag'),
};

describe('parsing options', () => {
  it('applies defaults and leaves optional values undefined', () => {
    expect(parseOptions(options, ['red'])).toEqual({ colour: 'red', size: 3, fileName: undefined, tag: [] });
  });

  it('reads kebab-case names, values after = and repeated options', () => {
    const args = ['--file-name', 'a', 'blue', '--size=9', '--tag', 'x', '--tag', 'y'];

    expect(parseOptions(options, args)).toEqual({ colour: 'blue', size: 9, fileName: 'a', tag: ['x', 'y'] });
  });

  it('takes the last value of an option that is not a list', () => {
    expect(parseOptions(options, ['red', '--size', '1', '--size', '2'])?.size).toBe(2);
  });

  it.each([
    ['<colour> takes red, green or blue, not "pink"', ['pink']],
    ['<colour> is required: colour to paint', ['--size', '1']],
    ['--size takes a whole number from 1 to 9, not "10"', ['red', '--size', '10']],
    ["Unknown option '--width': the options are <colour>, --size, --file-name and --tag", ['red', '--width', '1']],
    ["Unexpected argument 'green': the options are <colour>, --size, --file-name and --tag", ['red', 'green']],
  ])('fails with: %s', (message, args) => {
    expect(() => parseOptions(options, args)).toThrow(new CliError(message));
  });

  it.each([[['--help']], [['-h', '--size', 'x']], [[]]])('asks for help with %j', (args) => {
    expect(parseOptions(options, args)).toBeUndefined();
  });
});

describe('help', () => {
  it('lists each option with its values, its default and whether it is required', () => {
    expect(optionHelp(options, 60)).toEqual([
      '  <colour>     colour to paint (red, green or blue;',
      '               required)',
      '  --size       size (a whole number from 1 to 9; default 3)',
      '  --file-name  file (text)',
      '  --tag        tag (text; repeatable)',
    ]);
  });
});
