import { auditEventEntity } from '#shared/foundation/audit-events/row';
import { AUDIT_ACTIONS, objectOf, TARGET_PREFIXES } from '#shared/foundation/audit-events/rules/audit-event';
import { nameOf as contractName } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { anOffice, type Office } from '#test/benchmarks/office';
import { nameOf } from '#test/benchmarks/scenario';
import { scenarios } from '#test/benchmarks/scenarios/all';
import { beforeAll, describe, expect, it } from '#test/support/jest';

const NO_KEYS = { pk: '', sk: '', type: 'audit_event' };

const PUSHES = 'What integrations push and send all day, which the resource itself shows.';
const CONTENT = 'The work with texts and orders, not what administers a workspace.';

/** Writes that are not audited, each with the reason. A new one is audited, or has its line here. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  'POST /calendar_events': PUSHES,
  'DELETE /calendar_events/{id}': PUSHES,
  'POST /meetings': PUSHES,
  'PATCH /meetings/{id}': 'Metadata of an integration.',
  'POST /bots': PUSHES,
  'POST /meeting_bots': PUSHES,
  'PATCH /bots/{id}': PUSHES,
  'DELETE /bots/{id}': PUSHES,
  'POST /bots/{id}/leave': PUSHES,
  'POST /calendar_connections/{id}/sync': 'Reads a calendar again.',
  'POST /webhook_endpoints/{id}/test': 'Changes nothing.',
  'POST /webhook_endpoints/{id}/redeliver': 'Sends again what was sent.',
  'POST /webhook_events/{id}/redeliver': 'Sends again what was sent.',
  'POST /agent_sessions': 'Audited by its command, which makes the event of a code that was right.',
  'PATCH /conversations/{id}': CONTENT,
  'PATCH /transcriptions/{id}': CONTENT,
  'POST /orders/translation': CONTENT,
  'POST /task/transcription_translation': CONTENT,
  'POST /orders': CONTENT,
  'POST /transcriptions': CONTENT,
  'POST /translate': CONTENT,
  'POST /transcribe': CONTENT,
  'POST /subtitle': CONTENT,
  'POST /orders/{id}/confirm': CONTENT,
  'POST /orders/{id}/cancel': CONTENT,
  'POST /orders/{id}/fulfill': CONTENT,
  'POST /uploads': CONTENT,
  'POST /uploads/{id}/complete': CONTENT,
  'POST /folders': CONTENT,
  'PATCH /folders/{id}': CONTENT,
  'PATCH /people/{id}': CONTENT,
  'PATCH /companies/{id}': CONTENT,
  'POST /glossaries/{id}/terms': CONTENT,
  'DELETE /glossaries/{id}/terms': CONTENT,
};

/** No request asks for them. */
const BY_THE_SERVICE = ['workspace.mail_stopped'];

/** What pages, the operator, agents and an endpoint without a key do: `test/contract/audit-events/of-users.test.ts`. */
const BY_NO_CONTRACT = [
  ...['membership.accepted', 'workspace.limits_updated', 'workspace.recorders_updated'],
  ...['api_key.created', 'api_key.replaced', 'handoff_code.used', 'agent.connected', 'user.disabled', 'user.enabled'],
  // By commands of the operator: test/unit/bin/operator.
  ...['api_key.revoked', 'api_key.updated', 'workspace.read', 'workspace.restored', 'workspace.dead_letter_dropped'],
  ...['workspace.paused', 'workspace.resumed', 'bot.rerun'],
];

const writes = contracts.filter(({ method }) => method !== 'GET');

describe('every operation that writes', () => {
  it.each(writes.map((contract) => [contractName(contract), contract] as const))(
    'is audited, or is not for a reason: %s',
    (_name, contract) => {
      expect([contract.audits, NOT_AUDITED[contractName(contract)]].filter((one) => one !== undefined)).toHaveLength(1);
    },
  );

  it('has reasons for no other', () => {
    const names = writes.map((contract) => contractName(contract));

    expect(Object.keys(NOT_AUDITED).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('every audit action', () => {
  it('is declared by an operation or done by the service itself, and has a known kind of target', () => {
    const declared = contracts.flatMap(({ audits }) => audits ?? []);
    expect(new Set([...declared, ...BY_NO_CONTRACT, ...BY_THE_SERVICE])).toEqual(new Set(AUDIT_ACTIONS));
    expect(AUDIT_ACTIONS.filter((action) => !(objectOf(action) in TARGET_PREFIXES))).toEqual([]);
  });
});

describe('an audited operation', () => {
  let office: Office;
  beforeAll(async () => {
    office = await anOffice({ table: (client) => client, others: (client) => client }, 1);
  });

  const auditOf = (operation: string) => contracts.find((contract) => contractName(contract) === operation)?.audits;
  const audited = scenarios.filter(({ operation, status }) => status < 300 && auditOf(operation));

  const events = () =>
    office.world.dynamo
      .items()
      .flatMap(({ type, state }) =>
        type?.S === 'audit_event' ? [auditEventEntity.stateIn({ ...NO_KEYS, state: state?.S ?? state?.B ?? '' })] : [],
      );

  it.each(audited.map((scenario) => [nameOf(scenario), scenario] as const))(
    'writes one event, which names its target and its actor: %s',
    async (_name, { operation, prepare, status }) => {
      const ready = await prepare(office);
      const call = async () => {
        const { send } = await ready();
        const before = new Set(events().map(({ id }) => id));
        const { statusCode } = await send();
        return { statusCode, written: events().filter(({ id }) => !before.has(id)) };
      };

      // One of two calls of a scenario may change nothing.
      const calls = [await call(), await call()];

      const written = calls.flatMap((one) => one.written);
      expect(calls.map(({ statusCode }) => statusCode)).toEqual([status, status]);
      expect(calls.filter((one) => one.written.length > 1)).toEqual([]);
      expect([...new Set(written.map(({ action }) => action))]).toEqual([auditOf(operation)]);
      expect(written[0]?.actor).toMatchObject({ type: 'user', userId: office.owner.userId });
    },
  );

  it('is tried for every contract that audits', () => {
    const tried = new Set(audited.map(({ operation }) => operation));

    expect(
      contracts.filter((contract) => contract.audits && !tried.has(contractName(contract))).map(contractName),
    ).toEqual([]);
  });
});
