/** Why a request of a test cannot be done, as a sentence. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}
