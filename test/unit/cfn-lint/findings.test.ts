import { ACCEPTED, type Finding, findingsIn, judge } from '#test/cfn-lint/findings';
import { describe, expect, it } from '#test/support/jest';

const accepted = { W3005: 'A dependency too many is harmless.' };

const aFinding = (rule: string, level: string): Finding => ({
  Filename: 'sandbox-us-east-1-storage.json',
  Level: level,
  Message: 'Something is wrong.',
  Location: { Path: ['Resources', 'Table', 'DependsOn', 1] },
  Rule: { Id: rule },
});

const ACCEPTED_ONE = aFinding('W3005', 'Warning');

describe('findings of cfn-lint', () => {
  it('fail on nothing but accepted warnings, which are counted', () => {
    expect(judge([ACCEPTED_ONE, ACCEPTED_ONE], accepted)).toEqual({ failures: [], accepted: { W3005: 2 } });
  });

  it.each([
    ['Error', 'E3001'],
    ['Error', 'W3005'],
    ['Warning', 'W2001'],
  ])('fail on an %s of %s, with its place', (level, rule) => {
    expect(judge([ACCEPTED_ONE, aFinding(rule, level)], accepted).failures).toEqual([
      `${level} ${rule} in sandbox-us-east-1-storage.json, Resources/Table/DependsOn/1: Something is wrong.`,
    ]);
  });

  it('fail on an accepted warning that is not there any more', () => {
    expect(judge([], accepted).failures).toEqual(['W3005 is accepted, and was not found']);
  });

  it('are read from JSON alone', () => {
    expect(findingsIn(JSON.stringify([{ ...ACCEPTED_ONE, Id: 'one' }]))).toEqual([ACCEPTED_ONE]);
    expect(() => findingsIn('cfn-lint: error')).toThrow();
    expect(() => findingsIn('[{}]')).toThrow();
  });
});

it('a warning is accepted with a reason', () => {
  for (const reason of Object.values(ACCEPTED)) expect(reason).toMatch(/^[A-Z].{25,}\.$/);
});
