import type { World } from '#test/support/api';

/** AppContext in which every so manieth save fails before anything of it is written; and how many were tried. */
export function losingEvery(nth: number, { context }: World) {
  let saves = 0;
  const save = async (changes: Parameters<typeof context.changes.save>[0]): Promise<void> => {
    saves += 1;
    if (saves % nth === 0) throw new Error('The lights went out.');
    await context.changes.save(changes);
  };
  return { context: { ...context, changes: { save } }, saves: () => saves };
}
