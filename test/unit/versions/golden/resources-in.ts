import type { Contract } from '#shared/foundation/http/contract';

/** The parts of a valibot schema that are searched for resources. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every resource that the contracts can return: the schemas with a constant `object`, by that constant. */
export function resourcesIn(contracts: readonly Contract[]): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  const seen = new Set<Node>();
  const visit = (value: unknown): void => {
    if (!isNode(value) || seen.has(value)) return;
    seen.add(value);
    const object = objectOf(value);
    if (object !== undefined) found.set(object, [...(found.get(object) ?? []), value]);
    for (const part of Object.values(value)) visit(part);
  };
  for (const { responses } of contracts) for (const { schema } of Object.values(responses)) visit(schema);
  return found;
}

function objectOf({ entries }: Node): string | undefined {
  const named = isNode(entries) ? entries['object'] : undefined;
  return isNode(named) && named['type'] === 'literal' ? String(named['literal']) : undefined;
}
