import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '#test/support/jest';

it('a test mocks a client of the SDK and not its class, which other tests of its thread use', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const mocking = files.filter((file) => /\bmockClient\([A-Z]/.test(readFileSync(join('test', file), 'utf8')));

  expect(mocking).toEqual([]);
});
