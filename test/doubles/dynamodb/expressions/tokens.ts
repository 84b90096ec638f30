import { validation } from '#test/doubles/dynamodb/errors';

export type ExpressionKind =
  | 'ConditionExpression'
  | 'UpdateExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression';

const TOKEN = /\s*(#[\w-]+|:[\w-]+|[A-Za-z_]\w*|\d+|<>|<=|>=|[=<>()[\],.+-])/y;

/** Longest expression string, in bytes. */
const LONGEST = 4_096;

/** Tokens by expression: the service sends the same few expressions again and again. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 1_000;

/** The words of an expression, read one after the other. */
export class Tokens {
  readonly kind: ExpressionKind;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(kind: ExpressionKind, text: string) {
    this.kind = kind;
    this.#tokens = known.get(text) ?? this.#read(text);
  }

  #read(text: string): readonly string[] {
    if (text.trim() === '') throw this.refusal('The expression can not be empty;');
    if (Buffer.byteLength(text) > LONGEST)
      throw this.refusal(`Expression size has exceeded the maximum allowed size; expression size: ${text.length}`);
    const tokens = [...this.#split(text)];
    if (known.size < MOST_KNOWN) known.set(text, tokens);
    return tokens;
  }

  get done(): boolean {
    return this.#at >= this.#tokens.length;
  }

  peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? '<EOF>';
  }

  next(): string {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Takes the next token if it is this one; words in any case. */
  take(wanted: string): boolean {
    if (this.done || this.peek().toUpperCase() !== wanted) return false;
    this.#at += 1;
    return true;
  }

  expect(wanted: string): void {
    if (!this.take(wanted)) throw this.syntaxError();
  }

  syntaxError(): Error {
    const near = this.#tokens.slice(Math.max(0, this.#at - 1), this.#at + 2).join(' ');
    return this.refusal(`Syntax error; token: "${this.peek()}", near: "${near}"`);
  }

  refusal(message: string): Error {
    return validation(`Invalid ${this.kind}: ${message}`);
  }

  *#split(text: string): Generator<string> {
    const token = new RegExp(TOKEN);
    const whole = text.trimEnd();
    while (token.lastIndex < whole.length) {
      const from = token.lastIndex;
      const [, word] = token.exec(whole) ?? [];
      if (word === undefined) throw this.refusal(`Syntax error; token: "${whole.slice(from).trim()[0]}"`);
      yield word;
    }
  }
}
