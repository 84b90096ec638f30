import { isJsonObject } from '#shared/core/json';
import type { Contract } from '#shared/http/contract';

/** The fields of a body, which may stand in an object inside where the contract says so. */
export function fieldsInside({ bodyMayBeInside: name }: Pick<Contract, 'bodyMayBeInside'>, sent: unknown): unknown {
  if (name === undefined || !isJsonObject(sent)) return sent;
  const inside = Object.hasOwn(sent, name) ? sent[name] : undefined;
  return isJsonObject(inside) && Object.keys(sent).length === 1 ? inside : sent;
}
