import { currentContract, nameOf } from '#shared/foundation/http/contract';
import { matcher } from '#shared/foundation/http/request/match-operation';
import { contracts } from '#shared/wiring/all-contracts';
import type { Sent } from './a-searched-deployment.ts';
import { type PlantedPerson, tracesOf } from './planted-person.ts';

const match = matcher(contracts, (contract) => contract);

/** The fields in which requests carried a person: `POST /members email`. Items of lists are `0`, whatever their place. */
export function fieldsWith(person: PlantedPerson, sent: readonly Sent[]): ReadonlySet<string> {
  const traces = tracesOf(person);
  return new Set(
    sent.flatMap(({ method, path, body }) => {
      const { route } = match(method, path.split('?')[0] ?? '');
      const operation = nameOf(currentContract(route));
      return leavesOf(body, '')
        .filter(({ text }) => traces(text).length > 0)
        .map(({ field }) => `${operation} ${field}`);
    }),
  );
}

function leavesOf(value: unknown, field: string): readonly { readonly field: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const named = Array.isArray(value) ? value.map((item) => ['0', item] as const) : Object.entries(value);
  return named.flatMap(([name, inner]) => leavesOf(inner, field === '' ? name : `${field}.${name}`));
}
