/**
 * A number as the caller wrote it. Metadata stores a number's text, and `12345678901234567890` or `1.10` would not
 * survive being a float. The body parser makes these inside `metadata` and nowhere else.
 */
export class SourceNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Written out as JSON it is an ordinary number again. */
  toJSON(): number {
    return Number(this.text);
  }
}
