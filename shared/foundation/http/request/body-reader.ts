import { type IdPrefix, type IdsByPrefix, idOf } from '#shared/foundation/core/ids';
import { isJsonObject } from '#shared/foundation/core/json';
import { emailIn } from '#shared/foundation/core/people';
import { type Instant, readInstant } from '#shared/foundation/core/time';
import type { Contract } from '#shared/foundation/http/contract';

/**
 * Reads single fields of a body and looks at no others, so that reads can start before the body is validated. A field
 * that is absent or cannot be read as what is asked for is undefined: the contract refuses it later.
 */
export class BodyReader {
  readonly #fields: unknown;

  constructor(fields: unknown) {
    this.#fields = fields;
  }

  /** The value under a name in snake_case, or under the same name in camelCase. */
  value(name: string): unknown {
    if (!isJsonObject(this.#fields)) return undefined;
    const sent = [name, inCamelCase(name)].find((one) => Object.hasOwn(this.#fields as object, one));
    return sent === undefined ? undefined : this.#fields[sent];
  }

  text(name: string): string | undefined {
    return textOf(this.value(name));
  }

  id<Prefix extends IdPrefix>(prefix: Prefix, name: string): IdsByPrefix[Prefix] | undefined {
    return idOf(prefix, this.value(name));
  }

  instant(name: string): Instant | undefined {
    return readInstant(this.text(name) ?? '');
  }

  /** Trimmed and in lower case. */
  email(name: string): string | undefined {
    return emailIn(this.text(name) ?? '');
  }

  /** The workspace that the body names, by its id or number. */
  workspaceId(name = 'workspace_id'): string | undefined {
    return workspaceIn(this.value(name));
  }

  /** Ids and numbers of workspaces, `most` of them at most. */
  workspaces(name: string, most: number): readonly string[] {
    return this.#list(name, most).flatMap((item) => workspaceIn(item) ?? []);
  }

  texts(name: string, most: number): readonly string[] {
    return this.#list(name, most).flatMap((item) => textOf(item) ?? []);
  }

  /** The fields of an object inside; without any where it is none. */
  group(name: string): BodyReader {
    return new BodyReader(this.value(name));
  }

  groups(name: string, most: number): readonly BodyReader[] {
    return this.#list(name, most).map((item) => new BodyReader(item));
  }

  /** A list that is too long is refused later, so nothing of it is read. */
  #list(name: string, most: number): readonly unknown[] {
    const value = this.value(name);
    return Array.isArray(value) && value.length <= most ? value : [];
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const workspaceIn = (value: unknown): string | undefined => (Number.isInteger(value) ? String(value) : textOf(value));

const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The fields of a body, which may stand in an object inside where the contract says so. */
export function fieldsInside({ bodyMayBeInside: name }: Pick<Contract, 'bodyMayBeInside'>, sent: unknown): unknown {
  if (name === undefined || !isJsonObject(sent)) return sent;
  const inside = Object.hasOwn(sent, name) ? sent[name] : undefined;
  return isJsonObject(inside) && Object.keys(sent).length === 1 ? inside : sent;
}
