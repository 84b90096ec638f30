const SIZES = ['everyday', 'release'] as const;
type Size = (typeof SIZES)[number];

/** `npm run test:release` sets `TEST_SIZE=release`; every other run is of the everyday size. */
const given = process.env['TEST_SIZE'] ?? 'everyday';
const size: Size | undefined = SIZES.find((one) => one === given);
if (!size) throw new Error(`TEST_SIZE is one of ${SIZES.join(', ')}, not ${given}.`);

/** How many seeds, runs or rows a heavy test draws: few in `npm test`, the full number before a release. */
export const sized = (numbers: Readonly<Record<Size, number>>): number => numbers[size];
