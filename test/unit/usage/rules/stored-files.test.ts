import fc from 'fast-check';
import {
  type ByteChange,
  bytesKept,
  type CountedFiles,
  countFiles,
  type FileChange,
  limitFiles,
} from '#shared/accounts/usage/rules/stored-files';
import { describe, expect, it } from '#test/support/jest';

const stored: FileChange = { change: 'stored', subject: 'bot_1', day: '2026-11-02', bytes: 500 };
const upload: FileChange = { ...stored, until: '2026-11-09' };
const removed: FileChange = { change: 'removed', subject: 'bot_1', day: '2026-11-05' };

/** The bytes that follow from reports of one resource, in this order. */
function counted(reports: readonly FileChange[]): readonly ByteChange[] {
  let files: CountedFiles | undefined;
  return reports.flatMap((report) => {
    const decision = countFiles(files, report);
    files = decision?.after ?? files;
    return decision?.changes ?? [];
  });
}

const days = ['2026-11-01', '2026-11-02', '2026-11-05', '2026-11-09', '2026-11-10'];
const levels = (reports: readonly FileChange[]): readonly number[] =>
  bytesKept(counted(reports), days).map(({ bytes }) => bytes);

describe('the bytes that a workspace keeps', () => {
  it.each([
    ['are those of stored files, from their day on', [stored], [0, 500, 500, 500, 500]],
    ['end on the day of a removal', [stored, removed], [0, 500, 0, 0, 0]],
    ['end on the day on which the bucket deletes them', [upload], [0, 500, 500, 0, 0]],
    ['end earlier where they are removed before that day', [upload, removed], [0, 500, 0, 0, 0]],
    [
      'end once where they are removed after that day',
      [upload, { ...removed, day: '2026-11-10' }],
      [0, 500, 500, 0, 0],
    ],
    ['are none of files whose storing was never counted', [removed], [0, 0, 0, 0, 0]],
    ['are none where the removal is counted first', [removed, stored], [0, 0, 0, 0, 0]],
  ] as const)('%s', (_what, reports, expected) => {
    expect(levels(reports)).toEqual(expected);
  });

  it('are the same after repeated reports, and none in the end of what was removed', () => {
    const reports = fc.array(fc.constantFrom(stored, removed, upload), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(reports, (some) => {
        const isRemoved = some.some(({ change }) => change === 'removed');
        const first = some.find(({ change }) => change === 'stored');
        const isKept = !isRemoved && first !== undefined && !('until' in first);

        expect(levels(some).at(-1)).toBe(isKept ? 500 : 0);
        expect(levels([...some, ...some])).toEqual(levels(some));
        expect(levels(some).every((bytes) => bytes === 0 || bytes === 500)).toBe(true);
      }),
    );
  });
});

describe('the bytes of a resource that count towards the limit of its workspace', () => {
  /** After these reports, and sizes that are reserved or corrected. */
  function limited(steps: readonly (FileChange | number)[]): number {
    let files: CountedFiles | undefined;
    for (const step of steps)
      files = (typeof step === 'number' ? limitFiles(files, step) : countFiles(files, step)?.after) ?? files;
    return files?.limitedBytes ?? 0;
  }

  it.each([
    ['are those of stored files', [stored], 500],
    ['are what was reserved, corrected to what is stored, and are not counted again', [2_000, 480, stored], 480],
    ['are none once they are removed', [2_000, 480, stored, removed], 0],
    ['are none where the file was on its way', [2_000, removed], 0],
    ['are none of what was removed before, whatever is reported late', [removed, 480, stored], 0],
    ['are none of an upload, whose own row has them', [upload], 0],
  ] as const)('%s', (_what, steps, expected) => {
    expect(limited(steps)).toBe(expected);
    expect(limited(steps.flatMap((step) => [step, step]))).toBe(expected);
  });
});
