/** Steps that expansions may still take: a day or an hour that is looked at is one. */
export interface Budget {
  steps: number;
}

/** A series that cannot be expanded within the budget. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** Takes steps from the budget. Throws `TooManySteps` where it is used up. */
export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new TooManySteps('A series has too many occurrences.');
}

/** Runs an expansion with half of the steps that are left, so that a heavy series leaves the others theirs. */
export function withShare<Result>(budget: Budget, expand: (share: Budget) => Result): Result {
  const given = Math.floor(budget.steps / 2);
  const share: Budget = { steps: given };
  try {
    return expand(share);
  } finally {
    budget.steps -= given - Math.max(0, share.steps);
  }
}
