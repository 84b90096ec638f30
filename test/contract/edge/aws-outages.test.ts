import { type Contract, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { appContext } from '#shared/wiring/app-context';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo } from '#test/support/api';
import { type Fault, OUTAGES, type Outage, outageSwitch } from '#test/support/aws-outage';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { inMemoryUploads } from '#test/support/in-memory-uploads';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { codesOf, everyGroup } from './a-deployment.ts';
import { ACCESS } from './access-rows.ts';
import { asCall, type Offices, partsFor, theOffices } from './access-world.ts';
import { idPlacesIn } from './ids-in-contracts.ts';

let offices: Offices;
beforeAll(async () => {
  offices = await theOffices();
});

/** A copy of the deployment whose table, keys and files can fail. The table fails under its adapter. */
function aCopyThatFails() {
  const outages = outageSwitch();
  const rows = inMemoryMainTable({ items: offices.dynamo.items() });
  const { context } = offices;
  const files = inMemoryFiles(offices.files.files);
  const table = tableOver(outages.watch('table', { send: rows.send }));
  const sealer = outages.watch('keys', context.sealer);
  const here = {
    ...context,
    ...appContext({ ...context, table, sealer }),
    files: outages.watch('files', files),
    uploadStorage: outages.watch('uploads', inMemoryUploads(files)),
  };
  return { outages, call: callsTo(everyGroup(here)), items: () => rows.items().filter(isOfTheRequest) };
}

/** Rate limits count failed attempts too, and keys of the deployment are made by the request that needs them first. */
const isOfTheRequest = ({ pk }: { readonly pk?: { readonly S?: string } }): boolean =>
  !pk?.S?.startsWith('LIMIT#') && pk?.S !== 'SYSTEM';

/**
 * Operations that have saved their result when S3, or the key of the links in the answer, fails. A file of before that
 * is not deleted is named by no row, and goes with the workspace; a request with an Idempotency-Key gets its result when it
 * is repeated.
 */
const SAVED_BEFORE_THE_LAST_CALLS: readonly string[] = [
  ...['POST /uploads', 'GET /uploads/new', 'POST /files', 'DELETE /files/{id}'],
  ...['PATCH /brand_kits/{id}', 'DELETE /brand_kits/{id}'],
  ...['POST /glossaries/{id}/terms', 'DELETE /glossaries/{id}', 'DELETE /glossaries/{id}/terms'],
];

/** A table that is throttled at the row of a limit: more than a row takes in a second is over every limit there is. */
const isOverLimit = ({ fault, status, codes }: Answer): boolean =>
  fault.service === 'table' && fault.outage === 'throttling' && status === 429 && codes.join() === 'rate_limited';

type Answer = Awaited<ReturnType<typeof answerWith>>;

/** A valid request of our owner for an operation. */
function requestFor(contract: Contract) {
  const path = idPlacesIn(contract).find(({ where }) => where === 'path');
  const row = ACCESS[nameOf(contract)] ?? { needs: 'nothing' as const };
  return asCall(contract, partsFor(contract, row, offices.ours, path?.takes[0]?.kind), offices.keys.owner);
}

const KINDS = Object.keys(OUTAGES) as Outage[];

/** Every call that a request makes, each failing in another way than the one before. */
function faultsIn(calls: readonly string[]): readonly Fault[] {
  return calls.map((service, at) => ({
    service,
    nth: calls.slice(0, at).filter((one) => one === service).length,
    outage: KINDS[at % KINDS.length] ?? 'a 500',
  }));
}

async function callsOf(contract: Contract): Promise<readonly string[]> {
  const { outages, call } = aCopyThatFails();
  outages.begin();
  await call(...requestFor(contract));
  return [...outages.calls];
}

async function answerWith(contract: Contract, fault: Fault) {
  const { outages, call, items } = aCopyThatFails();
  const before = items();
  outages.begin(fault);
  const { status, headers, body } = await call(...requestFor(contract));
  return {
    fault,
    status,
    codes: status >= 400 ? codesOf({ body }) : [],
    saysWhen: Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) === body?.retry_in_seconds,
    changed: [...new Set(items()).symmetricDifference(new Set(before))].map(({ pk, sk }) => `${pk?.S} ${sk?.S}`),
  };
}

describe('an AWS service that fails, at each call of each operation', () => {
  it.each(contracts.map((contract) => [nameOf(contract), contract] as const))(
    'is a 503 that says when to try again, with nothing written: %s',
    async (name, contract) => {
      const faults = faultsIn(await callsOf(contract));

      const answers: Answer[] = [];
      for (const fault of faults) answers.push(await answerWith(contract, fault));

      const expected = { status: 503, codes: ['provider_unavailable'], saysWhen: true };
      const others = answers.filter((answer) => !isOverLimit(answer));
      expect(others.map(({ changed: _, ...answer }) => answer)).toEqual(
        others.map(({ fault }) => ({ fault, ...expected })),
      );
      const changed = answers.filter((answer) => answer.changed.length > 0);
      if (!SAVED_BEFORE_THE_LAST_CALLS.includes(name)) expect(changed).toEqual([]);
      else expect(changed.length).toBeGreaterThan(0);
    },
  );

  it('is written to the log with its name and place, and without its message', async () => {
    const [contract] = contracts.filter((one) => nameOf(one) === 'POST /webhook_endpoints');
    if (!contract) throw new Error('There is no such operation.');
    offices.log.length = 0;

    await answerWith(contract, { service: 'keys', nth: 0, outage: 'a missing right' });

    expect(offices.log).toEqual([
      expect.objectContaining({ status: 503, defect: expect.stringMatching(/^AccessDeniedException at /) }),
    ]);
    expect(JSON.stringify(offices.log)).not.toContain('Made by the test');
  });
});
