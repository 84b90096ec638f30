/** The stack cannot run, for a reason its reader can mend. The message is one sentence, shown as it is. */
export class CouldNotStart extends Error {
  override readonly name = 'CouldNotStart';
}
