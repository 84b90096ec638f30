import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** More than anybody sends by mistake, and few enough to look for. */
const MOST_ROUNDS = 20;

export const isUnknownField = (issue: Issue): boolean => issue.type === 'strict_object' && issue.expected === 'never';

/** A schema names one unknown field of an object and stops there: the others, found by leaving out those it named. */
export function furtherUnknownFields(schema: v.GenericSchema, body: unknown, issues: readonly Issue[]) {
  const further: Issue[] = [];
  let rest = body;
  let found = issues.filter(isUnknownField);
  for (let round = 0; found.length > 0 && round < MOST_ROUNDS; round += 1) {
    for (const { path = [] } of found) rest = without(rest, path.map(({ key }) => key) as readonly unknown[]);
    found = (v.safeParse(schema, rest).issues ?? []).filter(isUnknownField);
    further.push(...found);
  }
  return further;
}

function without(shape: unknown, [key, ...below]: readonly unknown[]): unknown {
  if (Array.isArray(shape)) return shape.map((item, at) => (at === key ? without(item, below) : item));
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, child]) => {
      if (name !== key) return [[name, child]];
      return below.length > 0 ? [[name, without(child, below)]] : [];
    }),
  );
}
