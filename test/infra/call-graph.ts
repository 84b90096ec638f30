import type { Template } from 'aws-cdk-lib/assertions';
import { actionsIn, permissionsOf, type Statement } from './permissions.ts';
import { idIn, resourcesOf } from './synthesized.ts';

/** The functions that a function may make Lambda invoke, by the name of the function without its stage. */
export type CallGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Which function may invoke which: by a message on its queue, by Lambda's Invoke, or by an event on a bus. Lambda counts a
 * chain over SQS, SNS, S3 and Invoke; no function publishes to a topic, and no bucket notifies a function. A bus is not
 * counted, but hands the trace header on, so it is followed here. A write to the table begins a new chain: the records of
 * its stream have no trace header.
 */
export function callGraphOf(templates: readonly Template[]): CallGraph {
  const functions = resourcesOf(templates, 'AWS::Lambda::Function');
  const named = new Map(functions.map(({ id, properties }) => [id, nameOf(properties.FunctionName)]));
  const names = new Set(named.values());
  const consumers = consumersOf(templates, named);
  const targets = busTargetsOf(templates, named, consumers);
  const calledBy = (name: string) =>
    permissionsOf(templates, name).flatMap((statement) => {
      if (actionsIn(statement).includes('sqs:SendMessage'))
        return resourcesIn(statement).flatMap((queue) => consumers.get(idIn(queue)) ?? []);
      if (actionsIn(statement).includes('lambda:InvokeFunction'))
        return resourcesIn(statement).flatMap((fn) => invokedBy(templates, fn, named, names));
      return actionsIn(statement).includes('events:PutEvents') ? targets : [];
    });
  return new Map([...names].map((name) => [name, new Set(calledBy(name))]));
}

/** The functions that are in a cycle, by name. */
export const inCycles = (graph: CallGraph): readonly string[] =>
  [...graph.keys()].filter((name) => reachableFrom(graph, name).has(name)).sort();

function reachableFrom(graph: CallGraph, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const called of graph.get(next) ?? []) {
      if (found.has(called)) continue;
      found.add(called);
      waiting.push(called);
    }
  return found;
}

const nameOf = (functionName: string): string => functionName.replace(/^rapporteur-[a-z]+-/, '');

const resourcesIn = ({ Resource }: Statement): readonly unknown[] => [Resource].flat();

type Named = ReadonlyMap<string, string>;

/** The consumers of each queue, by its logical id. */
function consumersOf(templates: readonly Template[], named: Named): ReadonlyMap<string, readonly string[]> {
  const mappings = resourcesOf(templates, 'AWS::Lambda::EventSourceMapping');
  const queues = Map.groupBy(mappings, ({ properties }) => idIn(properties.EventSourceArn));
  return new Map(
    [...queues].map(([queue, all]) => [
      queue,
      all.flatMap(({ properties }) => named.get(functionIdIn(templates, properties.FunctionName)) ?? []),
    ]),
  );
}

/** The functions that rules of a bus of ours invoke, and those that consume the queues that rules send to. */
const busTargetsOf = (
  templates: readonly Template[],
  named: Named,
  consumers: ReadonlyMap<string, readonly string[]>,
): readonly string[] =>
  resourcesOf(templates, 'AWS::Events::Rule')
    .filter(({ properties }) => properties.EventBusName !== undefined)
    .flatMap(({ properties }): readonly { readonly Arn: unknown }[] => properties.Targets)
    .flatMap(({ Arn }) => consumers.get(idIn(Arn)) ?? named.get(functionIdIn(templates, Arn)) ?? []);

const REFERENCE = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/;

/** The logical id of a function, behind a reference to it or to its alias. */
export function functionIdIn(templates: readonly Template[], reference: unknown): string {
  // What CDK writes of the name of an alias takes its ARN apart.
  const id = REFERENCE.exec(JSON.stringify(reference))?.[1] ?? '';
  const alias = resourcesOf(templates, 'AWS::Lambda::Alias').find((one) => one.id === id);
  return alias ? idIn(alias.properties.FunctionName) : id;
}

/** By a reference, or by an ARN that ends in the name. */
function invokedBy(
  templates: readonly Template[],
  reference: unknown,
  named: Named,
  names: ReadonlySet<string>,
): readonly string[] {
  const known = named.get(functionIdIn(templates, reference));
  if (known !== undefined) return [known];
  const [, written = ''] = /:function:rapporteur-[a-z]+-([a-z-]+)/.exec(JSON.stringify(reference)) ?? [];
  return names.has(written) ? [written] : [];
}
