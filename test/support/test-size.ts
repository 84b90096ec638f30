const SIZES = ['everyday', 'release'] as const;
type Size = (typeof SIZES)[number];

/** `npm run test:release` sets `TEST_SIZE=release`; every other run is of the everyday size. */
const given = process.env['TEST_SIZE'] ?? 'everyday';
const size: Size | undefined = SIZES.find((one) => one === given);
if (!size) throw new Error(`TEST_SIZE is one of ${SIZES.join(', ')}, not ${given}.`);

/** What a heavy test draws, such as how many seeds, runs or rows: few in `npm test`, the full number before a release. */
export const sized = <Value>(values: Readonly<Record<Size, Value>>): Value => values[size];
