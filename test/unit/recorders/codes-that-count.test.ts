import { readFileSync } from 'node:fs';
import { FAILURE_BY_SUB_TYPE } from '#shared/capture/recorders/attendee/attendee-states';
import { FAILURE_BY_CODE } from '#shared/capture/recorders/meeting-baas/mbaas-states';
import { FAILURE_BY_FATAL } from '#shared/capture/recorders/recall/recall-states';
import { describe, expect, it } from '#test/support/jest';

const DOCUMENT = readFileSync('docs/recorders.md', 'utf8');

const documented = (recorder: string): readonly string[] => {
  const row = new RegExp(`^\\| ${recorder} \\| (\`\\w+\`(?:, \`\\w+\`)*) \\|$`, 'm').exec(DOCUMENT)?.[1] ?? '';
  return [...row.matchAll(/`(\w+)`/g)].map(([, code = '']) => code).sort();
};

const counted = (failures: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(failures)
    .filter(([, failure]) => failure === 'crashed')
    .map(([code]) => code)
    .sort();

const failureOf = Object.entries(FAILURE_BY_SUB_TYPE).map(([code, { failure }]) => [code, failure] as const);

describe('codes that count as failures of a recorder', () => {
  it.each([
    ['Attendee', Object.fromEntries(failureOf)],
    ['Recall.ai', FAILURE_BY_FATAL],
    ['Meeting BaaS', FAILURE_BY_CODE],
  ])('are the documented ones of %s', (recorder, failures) => {
    expect(counted(failures)).toEqual(documented(recorder));
  });

  it.each(['ui_element_not_found', 'zoom_sdk_internal_error'])(
    'are not %s of Attendee, which a call or a caption language causes',
    (code) => {
      expect(FAILURE_BY_SUB_TYPE[code]?.failure).toBe('blocked');
    },
  );
});
