import type { RecordedLine, RecordedResource } from '#test/aws/recording/recording';
import type { NeededAccess, RecordedStack } from '#test/aws/requests/needed-access';
import { needsOf } from '#test/aws/requests/needs-of';

/** An action that functions needed, once for all requests that need the same. */
export interface RecordedNeed extends NeededAccess {
  readonly caller: string;
}

export interface RecordedNeeds {
  /** Requests of functions that were signed. */
  readonly requests: number;
  readonly callers: ReadonlySet<string>;
  readonly needs: readonly RecordedNeed[];
  /** Requests that are not known here, as `api-bots: DynamoDB ExecuteStatement`. */
  readonly undecidable: readonly string[];
}

/** Tests and commands of an operator, which have other rights. */
const OPERATOR = 'operator';

/** What the functions of a recording needed to be allowed. `stackOf` is called once all resources are read. */
export async function recordedNeeds(
  lines: AsyncIterable<RecordedLine>,
  stackOf: (resources: readonly RecordedResource[]) => RecordedStack,
): Promise<RecordedNeeds> {
  const resources: RecordedResource[] = [];
  const needs = new Map<string, RecordedNeed>();
  const undecidable = new Set<string>();
  const callers = new Set<string>();
  let requests = 0;
  let stack: RecordedStack | undefined;
  for await (const line of lines) {
    if (line.kind === 'resource') resources.push(line.resource);
    if (line.kind !== 'request' || line.request.caller === OPERATOR) continue;
    stack ??= stackOf(resources);
    const { caller, service } = line.request;
    if (service === undefined) continue;
    requests += 1;
    callers.add(caller);
    const needed = needsOf(line.request, stack);
    if ('undecidable' in needed) undecidable.add(`${caller}: ${needed.undecidable}`);
    else for (const one of needed) needs.set(JSON.stringify([caller, one]), { caller, ...one });
  }
  return { requests, callers, needs: [...needs.values()], undecidable: [...undecidable].sort() };
}
