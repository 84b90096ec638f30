import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { validation } from '#test/doubles/dynamodb/errors';
import { wellFormed } from '#test/doubles/dynamodb/well-formed';
import type { ExpressionKind } from './tokens.ts';

/** The `#names` and `:values` of a request, and which of them its expressions used. */
export class Placeholders {
  readonly #names: Readonly<Record<string, string>>;
  readonly #values: Readonly<Record<string, AttributeValue>>;
  readonly #used = new Set<string>();

  constructor(request: {
    readonly ExpressionAttributeNames?: Record<string, string> | undefined;
    readonly ExpressionAttributeValues?: Record<string, AttributeValue> | undefined;
  }) {
    this.#names = request.ExpressionAttributeNames ?? {};
    const values = request.ExpressionAttributeValues ?? {};
    this.#values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wellFormed(value)]));
    refuseEmpty('ExpressionAttributeNames', request.ExpressionAttributeNames);
    refuseEmpty('ExpressionAttributeValues', request.ExpressionAttributeValues);
  }

  name(placeholder: string, kind: ExpressionKind): string {
    this.#used.add(placeholder);
    const name = this.#names[placeholder];
    if (name === undefined)
      throw validation(
        `Invalid ${kind}: An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`,
      );
    return name;
  }

  value(placeholder: string, kind: ExpressionKind): AttributeValue {
    this.#used.add(placeholder);
    const value = this.#values[placeholder];
    if (value === undefined)
      throw validation(
        `Invalid ${kind}: An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
      );
    return value;
  }

  /** DynamoDB refuses a request that carries a name or a value it does not use. */
  refuseUnused({ hasExpressions }: { readonly hasExpressions: boolean }): void {
    refuse('ExpressionAttributeNames', Object.keys(this.#names), this.#used, hasExpressions);
    refuse('ExpressionAttributeValues', Object.keys(this.#values), this.#used, hasExpressions);
  }
}

const refuseEmpty = (field: string, given: object | undefined): void => {
  if (given && Object.keys(given).length === 0) throw validation(`${field} must not be empty`);
};

const refuse = (field: string, given: readonly string[], used: ReadonlySet<string>, hasExpressions: boolean): void => {
  if (given.length > 0 && !hasExpressions) throw validation(`${field} can only be specified when using expressions`);
  const unused = given.filter((name) => !used.has(name));
  if (unused.length > 0)
    throw validation(`Value provided in ${field} unused in expressions: keys: {${unused.join(', ')}}`);
};
