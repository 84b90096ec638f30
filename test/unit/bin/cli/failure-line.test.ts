import { CliError } from '#bin/cli/cli-error';
import { failureLine } from '#bin/cli/failure-line';
import { conflict } from '#shared/core/refusal';
import { LostRace, Throttled } from '#shared/core/store';
import { describe, expect, it } from '#test/support/jest';

const awsError = (fields: object, message = '') => Object.assign(new Error(message), { $metadata: {}, ...fields });

describe('a command that fails', () => {
  it.each([
    ['a wrong option', new CliError('--user must be an id'), '--user must be an id.'],
    ['a refusal', conflict('The only owner stays.'), 'The only owner stays.'],
    [
      'a disabled key',
      awsError({ name: 'DisabledException' }, 'arn:aws:kms:eu-west-1:1:key/a is disabled.'),
      'AWS failed the request with DisabledException: arn:aws:kms:eu-west-1:1:key/a is disabled.',
    ],
    [
      'a missing right, in several lines',
      awsError({ name: 'AccessDeniedException' }, 'User is not authorized\n  to perform kms:Encrypt'),
      'AWS failed the request with AccessDeniedException: User is not authorized to perform kms:Encrypt.',
    ],
    [
      'a service that cannot be reached',
      awsError({ code: 'ECONNREFUSED' }),
      'AWS failed the request with ECONNREFUSED.',
    ],
    [
      'a busy service, with the error of AWS',
      new Throttled('The key service is too busy.', {
        cause: awsError({ name: 'ThrottlingException' }, 'Rate exceeded'),
      }),
      'AWS failed the request with ThrottlingException: Rate exceeded.',
    ],
    [
      'a busy table',
      new Throttled('The table is too busy.'),
      'AWS is too busy: The table is too busy. Run the command again.',
    ],
    [
      'others who write the same row',
      new LostRace('A row was written in between.'),
      'Others kept changing this at the same time: run the command again.',
    ],
    [
      'no credentials',
      Object.assign(new Error('Could not load credentials from any providers'), { name: 'CredentialsProviderError' }),
      'No AWS credentials are set: Could not load credentials from any providers.',
    ],
    ['no region', new Error('Region is missing'), 'No AWS region is set: set AWS_REGION to the region of the stage.'],
  ])('prints one line: %s', (_what, thrown, line) => {
    expect(failureLine(thrown)).toBe(line);
  });

  it.each([new TypeError('x is not a function'), 'a text'])('prints a defect whole: %s', (thrown) => {
    expect(failureLine(thrown)).toBeUndefined();
  });
});
