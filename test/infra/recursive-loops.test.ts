import { describe, expect, it } from '#test/support/jest';
import { RECURSIVE_FUNCTIONS } from '#test/support/lineage';
import { type CallGraph, callGraphOf, inCycles } from './call-graph.ts';
import { aTemplateSet, resourcesOf, STAGES } from './synthesized.ts';

/** A sweep continues itself at most twelve times (MOST_HOPS), which a test of it checks: fewer than Lambda stops. */
const BOUNDED_LOOPS = ['sweeper'];

describe.each(STAGES)('in %s, recursive loop detection', (stage) => {
  const { storage, code, edge } = aTemplateSet(stage);
  const templates = [...code, storage];
  const functions = resourcesOf(templates, 'AWS::Lambda::Function');
  const allowed = functions
    .filter(({ properties }) => properties.RecursiveLoop === 'Allow')
    .map(({ properties }) => properties.FunctionName.replace(/^rapporteur-[a-z]+-/, ''))
    .sort();

  it('is off for each function in a cycle whose length has no bound, and for no other', () => {
    const cycles = inCycles(callGraphOf(templates));
    expect(allowed).toEqual(cycles.filter((name) => !BOUNDED_LOOPS.includes(name)));
    expect(cycles).toEqual(expect.arrayContaining(BOUNDED_LOOPS));
  });

  it('is off for the functions for which doubles of queues turn it off', () => {
    expect(allowed).toEqual(RECURSIVE_FUNCTIONS);
  });

  it('has no chain to count over topics and buckets: none invokes a function', () => {
    const all = [...templates, ...(edge ? [edge] : [])];
    const protocols = resourcesOf(all, 'AWS::SNS::Subscription').map(({ properties }) => properties.Protocol);
    expect(protocols.filter((protocol) => protocol !== 'email')).toEqual([]);
    // S3 tells the bus of its access logs: of what it writes itself, later, and of no request that a function makes then.
    for (const { properties } of resourcesOf(all, 'AWS::S3::Bucket'))
      expect([undefined, { EventBridgeConfiguration: { EventBridgeEnabled: true } }]).toContainEqual(
        properties.NotificationConfiguration,
      );
    expect(resourcesOf(all, 'Custom::S3BucketNotifications')).toEqual([]);
  });
});

describe('the call graph', () => {
  const { code } = aTemplateSet('production');
  const graph = callGraphOf(code);

  it.each([
    ['webhook-fanout', 'webhook-delivery', 'a queue'],
    ['hooks-recorder-notifications', 'bot-dispatch', 'a queue'],
    ['sweeper', 'calendar-sync', 'a queue'],
    ['sweeper', 'sweeper', 'its name'],
    ['outbox-relay', 'settings-reach', 'the bus'],
    ['outbox-relay', 'recording-processing', 'the bus'],
    ['api-fallback', 'api-bots', 'Invoke'],
  ])('has the edge from %s to %s by %s', (from, to) => {
    expect(graph.get(from)).toContain(to);
  });

  it.each<[string, CallGraph, readonly string[]]>([
    ['one function', new Map([['a', new Set(['a'])]]), ['a']],
    [
      'two functions',
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['a', 'c'])],
        ['c', new Set([])],
      ]),
      ['a', 'b'],
    ],
    [
      'three functions, and none beside them',
      new Map([
        ['start', new Set(['a'])],
        ['a', new Set(['b'])],
        ['b', new Set(['c'])],
        ['c', new Set(['a', 'end'])],
        ['end', new Set([])],
      ]),
      ['a', 'b', 'c'],
    ],
  ])('finds a cycle over %s', (_title, given, expected) => {
    expect(inCycles(given)).toEqual(expected);
  });
});
