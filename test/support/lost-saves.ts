import type { World } from '#test/support/api';

/** Surroundings in which every so manieth save fails before anything of it is written; and how many were tried. */
export function losingEvery(nth: number, { around }: World) {
  let saves = 0;
  const save = async (changes: Parameters<typeof around.changes.save>[0]): Promise<void> => {
    saves += 1;
    if (saves % nth === 0) throw new Error('The lights went out.');
    await around.changes.save(changes);
  };
  return { around: { ...around, changes: { save } }, saves: () => saves };
}
