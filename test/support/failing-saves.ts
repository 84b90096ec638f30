import type { World } from '#test/support/api';

/** An app context in which every nth save fails before it writes anything, and the number of saves. */
export function failingEveryNthSave(nth: number, { context }: World) {
  let saves = 0;
  const save = async (changes: Parameters<typeof context.changes.save>[0]): Promise<void> => {
    saves += 1;
    if (saves % nth === 0) throw new Error('Injected failure.');
    await context.changes.save(changes);
  };
  return { context: { ...context, changes: { save } }, saves: () => saves };
}
