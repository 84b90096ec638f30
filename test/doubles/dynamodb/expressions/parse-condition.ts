import { refuseOperands } from './check-operands.ts';
import type { Comparator, Condition, Operand } from './condition-tree.ts';
import { type Path, parsePath } from './paths.ts';
import type { Placeholders } from './placeholders.ts';
import { type ExpressionKind, Tokens } from './tokens.ts';

const COMPARATORS: readonly string[] = ['=', '<>', '<', '<=', '>', '>='] satisfies readonly Comparator[];
const FUNCTIONS = ['attribute_exists', 'attribute_not_exists', 'attribute_type', 'begins_with', 'contains'] as const;

/** Most choices of an IN, from the developer guide. */
const MOST_CHOICES = 100;

/** Reads a condition; throws what DynamoDB answers to one it cannot read or would never accept. */
export const parseCondition = (kind: ExpressionKind, text: string, placeholders: Placeholders): Condition => {
  const parser = new ConditionParser(new Tokens(kind, text), placeholders);
  return parser.parse();
};

class ConditionParser {
  readonly #tokens: Tokens;
  readonly #placeholders: Placeholders;
  readonly #inParentheses = new WeakSet<Condition>();

  constructor(tokens: Tokens, placeholders: Placeholders) {
    this.#tokens = tokens;
    this.#placeholders = placeholders;
  }

  parse(): Condition {
    const condition = this.#or();
    if (!this.#tokens.done) throw this.#tokens.syntaxError();
    return condition;
  }

  #or(): Condition {
    let left = this.#and();
    while (this.#tokens.take('OR')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Condition {
    let left = this.#not();
    while (this.#tokens.take('AND')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Condition {
    return this.#tokens.take('NOT') ? { kind: 'not', condition: this.#not() } : this.#primary();
  }

  #primary(): Condition {
    if (this.#tokens.take('(')) return this.#parenthesised();
    const name = FUNCTIONS.find((known) => known === this.#tokens.peek());
    const condition = name && this.#tokens.peek(1) === '(' ? this.#call(name) : this.#comparison();
    refuseOperands(this.#tokens, condition);
    return condition;
  }

  #parenthesised(): Condition {
    const inner = this.#or();
    this.#tokens.expect(')');
    if (this.#inParentheses.has(inner)) throw this.#tokens.refusal('The expression has redundant parentheses;');
    this.#inParentheses.add(inner);
    return inner;
  }

  #comparison(): Condition {
    const left = this.#operand();
    if (this.#tokens.take('BETWEEN')) {
      const low = this.#operand();
      this.#tokens.expect('AND');
      return { kind: 'between', operand: left, low, high: this.#operand() };
    }
    if (this.#tokens.take('IN')) return { kind: 'in', operand: left, choices: this.#choices() };
    const comparator = this.#tokens.peek();
    if (!isComparator(comparator)) throw this.#tokens.syntaxError();
    this.#tokens.next();
    return { kind: 'compare', comparator, left, right: this.#operand() };
  }

  #choices(): readonly Operand[] {
    this.#tokens.expect('(');
    const choices = [this.#operand()];
    while (this.#tokens.take(',')) choices.push(this.#operand());
    this.#tokens.expect(')');
    if (choices.length > MOST_CHOICES)
      throw this.#tokens.refusal(
        `Incorrect number of operands for operator or function; operator or function: IN, number of operands: ${choices.length + 1}`,
      );
    return choices;
  }

  #operand(): Operand {
    const token = this.#tokens.peek();
    if (token === 'size' && this.#tokens.peek(1) === '(') {
      this.#tokens.next();
      this.#tokens.expect('(');
      const of = this.#operand();
      this.#tokens.expect(')');
      return { kind: 'size', of };
    }
    if (!token.startsWith(':')) return { kind: 'path', path: this.#path() };
    this.#tokens.next();
    return { kind: 'value', value: this.#placeholders.value(token, this.#tokens.kind) };
  }

  #path(): Path {
    return parsePath(this.#tokens, this.#placeholders);
  }

  #call(name: (typeof FUNCTIONS)[number]): Condition {
    this.#tokens.next();
    this.#tokens.expect('(');
    const condition = this.#arguments(name);
    this.#tokens.expect(')');
    return condition;
  }

  #arguments(name: (typeof FUNCTIONS)[number]): Condition {
    if (name === 'attribute_exists') return { kind: 'exists', path: this.#path(), wanted: true };
    if (name === 'attribute_not_exists') return { kind: 'exists', path: this.#path(), wanted: false };
    const operand = name === 'attribute_type' ? this.#path() : this.#operand();
    this.#tokens.expect(',');
    const second = this.#operand();
    if ('kind' in operand) return { kind: name === 'begins_with' ? 'begins' : 'contains', operand, part: second };
    return { kind: 'type', path: operand, type: second.kind === 'value' ? (second.value.S ?? '') : '' };
  }
}

const isComparator = (token: string): token is Comparator => COMPARATORS.includes(token);
