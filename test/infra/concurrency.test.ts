import { configFor, type DeploymentOptions } from '#lib/config';
import { DUE_SHARDS } from '#shared/foundation/dynamodb/keys';
import { describe, expect, it } from '#test/support/jest';
import { functionIdIn } from './call-graph.ts';
import { aTemplateSet, productionOptions, resourcesOf } from './synthesized.ts';

/** Lambda's default of an account and region, and what of it AWS does not let functions reserve. */
const ACCOUNT_DEFAULT = 1000;
const NEVER_RESERVED = 100;

/** Deliveries alone have a maximum in a sandbox: docs/decisions/work-by-workspace.md. */
const UNBOUNDED_IN_SANDBOX = [
  ...['bot-dispatch', 'bulk-redelivery', 'calendar-sync', 'export-writing', 'housekeeping', 'live-transcripts'],
  ...['mail-delivery', 'media-processing', 'order-processing', 'outbox-relay', 'recording-processing'],
  ...['settings-reach', 'sweeper', 'webhook-fanout'],
];

/** The functions of a stage, with what bounds those that nothing waits for: a queue, a stream, a rule, or an invocation. */
function concurrencyOf(stage: string, options: DeploymentOptions = productionOptions) {
  const { storage, code } = aTemplateSet(stage, options);
  const templates = [...code, storage];
  const functions = resourcesOf(templates, 'AWS::Lambda::Function').map(({ id, properties }) => ({
    id,
    name: String(properties.FunctionName).replace(/^rapporteur-[a-z]+-/, ''),
    reserved: Number(properties.ReservedConcurrentExecutions ?? 0),
  }));
  const idsIn = (references: readonly unknown[]) => references.map((one) => functionIdIn(templates, one));
  const sources = resourcesOf(templates, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => ({
    id: functionIdIn(templates, properties.FunctionName),
    most: Number(properties.ScalingConfig?.MaximumConcurrency ?? 0),
  }));
  const ruled = resourcesOf(templates, 'AWS::Events::Rule').flatMap(({ properties }) =>
    idsIn(properties.Targets.map(({ Arn }: { readonly Arn: unknown }) => Arn)),
  );
  const asynchronous = resourcesOf(templates, 'AWS::Lambda::EventInvokeConfig').flatMap(({ properties }) =>
    idsIn([properties.FunctionName]),
  );
  const unbounded = functions.filter(({ id, reserved }) => {
    if (reserved > 0) return false;
    const own = sources.filter((source) => source.id === id);
    return ruled.includes(id) || asynchronous.includes(id) || own.some(({ most }) => most === 0);
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    functions,
    unbounded: unbounded.map(({ name }) => name).sort(),
    reserved: sum(functions.map(({ reserved }) => reserved)),
    ofQueues: sum(sources.map(({ most }) => most)),
  };
}

describe('in production', () => {
  const { functions, unbounded, reserved, ofQueues } = concurrencyOf('production');

  it('no function that a queue, a stream or a rule invokes is without a maximum', () => {
    expect(unbounded).toEqual([]);
  });

  it('the workers at their maximum leave a quarter of an account to the API, beside what is reserved', () => {
    expect(ACCOUNT_DEFAULT - reserved - ofQueues).toBeGreaterThanOrEqual(ACCOUNT_DEFAULT / 4);
  });

  it('an account with the default can reserve what functions reserve', () => {
    expect(reserved).toBeLessThanOrEqual(ACCOUNT_DEFAULT - NEVER_RESERVED);
  });

  it('each reservation is that of a function', () => {
    const { reservedConcurrency } = configFor('production', productionOptions);
    const reserving = functions.filter((one) => one.reserved > 0).map(({ name }) => name);
    const ofCallers = ['api-bots', 'api-calendar-events', 'api-meetings', 'sockets-live'];
    expect(reserving.sort()).toEqual([...ofCallers, 'outbox-relay', 'sweeper'].sort());
    expect(reserving).toHaveLength(Object.keys(reservedConcurrency).length);
  });

  it('the sweeper has room to go on with each partition that has entries, while the next sweep does as well', () => {
    const { reservedConcurrency } = configFor('production', productionOptions);
    expect(reservedConcurrency['workers/sweeper']).toBeGreaterThanOrEqual(
      2 * (DUE_SHARDS.other + DUE_SHARDS.punctual + 1),
    );
  });

  it('nothing is reserved in an account that has too little', () => {
    expect(concurrencyOf('production', { ...productionOptions, reserveConcurrency: 'false' }).reserved).toBe(0);
  });
});

it('a sandbox reserves nothing, so that it deploys to a new account, and bounds deliveries alone', () => {
  const { reserved, unbounded } = concurrencyOf('sandbox');
  expect(reserved).toBe(0);
  expect(unbounded).toEqual(UNBOUNDED_IN_SANDBOX);
});
