import type { OperationId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import type { Waiting } from '#shared/texts/orders/ports';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const LIMITS = { most: 6, reservedForOtherWorkspaces: 2 };

function somePlaces(limits = LIMITS) {
  const { context, clock } = aWorld();
  const operation = (): OperationId => context.ids.make('opr');
  const workspace = (): WorkspaceId => context.ids.make('wks');
  return { places: enginePlaces(context, limits), clock, operation, workspace };
}

const times = <Value>(count: number, make: () => Value): readonly Value[] => Array.from({ length: count }, make);
const countOf = (answers: readonly ('taken' | Waiting)[], answer: 'taken' | 'waiting'): number =>
  answers.filter((one) => (one === 'taken' ? 'taken' : 'waiting') === answer).length;

describe('the places of orders at the speech service', () => {
  it('are taken by so many at most, however many ask at the same moment', async () => {
    const { places, operation, workspace } = somePlaces();

    const answers = await Promise.all(
      times(9, () => places.take({ operationId: operation(), workspaceId: workspace() })),
    );

    expect([countOf(answers, 'taken'), countOf(answers, 'waiting')]).toEqual([6, 3]);
  });

  it('are taken once by an operation that asks again, at the same moment too', async () => {
    const { places, operation, workspace } = somePlaces({ most: 2, reservedForOtherWorkspaces: 0 });
    const of = { operationId: operation(), workspaceId: workspace() };

    const answers = await Promise.all(times(3, () => places.take(of)));

    expect(answers).toEqual(['taken', 'taken', 'taken']);
    expect(await places.take({ operationId: operation(), workspaceId: workspace() })).toBe('taken');
  });

  it('leave the last to workspaces that have none', async () => {
    const { places, operation, workspace } = somePlaces();
    const greedy = workspace();

    const answers = await Promise.all(times(6, () => places.take({ operationId: operation(), workspaceId: greedy })));

    expect(countOf(answers, 'taken')).toBe(4);
    expect(await places.take({ operationId: operation(), workspaceId: workspace() })).toBe('taken');
  });

  it('are free once they are released, however often that is repeated', async () => {
    const { places, operation, workspace } = somePlaces({ most: 1, reservedForOtherWorkspaces: 0 });
    const [first, second] = [operation(), operation()];
    await places.take({ operationId: first, workspaceId: workspace() });

    await Promise.all(times(3, () => places.release(first)));

    expect(await places.take({ operationId: second, workspaceId: workspace() })).toBe('taken');
    await places.release(first);
    expect(await places.take({ operationId: first, workspaceId: workspace() })).toEqual({ before: 0 });
  });

  it('of an operation that was deleted are free after two days', async () => {
    const { places, operation, workspace, clock } = somePlaces({ most: 1, reservedForOtherWorkspaces: 0 });
    await places.take({ operationId: operation(), workspaceId: workspace() });

    clock.advance(2 * DAY_MS);

    expect(await places.take({ operationId: operation(), workspaceId: workspace() })).toBe('taken');
  });
});
