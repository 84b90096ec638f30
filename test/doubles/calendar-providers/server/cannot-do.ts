/** A sentence for whoever asked for what cannot be done. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}
