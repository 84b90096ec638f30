import { settings } from '#functions/api/settings/index';
import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo } from '#test/support/api';
import { Meter } from './meter.ts';
import { ONE_CALL } from './office-usage.ts';
import { storedBytes } from './table-units.ts';
import { sumOf, times, type Usage } from './usage.ts';

const CHANGES = 10;
/** Audit events are kept for a year. */
const MONTHS_KEPT = 12;
const BYTES_A_GB = 1e9;

export interface AuditUsage {
  /** A change of settings by the API, with its audit event and the storage of that. */
  readonly change: Usage;
  /** Of it, the audit event: its row in the transaction of the change, its place in the list, and a year of storage. */
  readonly event: Usage;
}

/** What an audited change uses: settings, whose events show them before and after. */
export async function auditUsage(): Promise<AuditUsage> {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  let units = 0;
  const meter = new Meter((write) => {
    if (write.key.startsWith('aud_')) units += write.units.row + write.units.indexes;
  });
  const table = tableOver(meter.watchTable(world.dynamo));
  const call = callsTo(settings({ ...world.context, ...appContext({ ...world.context, table }) }));
  const body = { workspace_id: workspaceId, scope: [`workspace:${workspaceId}`], recording: { enabled: true } };
  const { id } = (await call('POST', '/settings', { key, body })).body;
  const before = new Set(auditEvents(world).map(({ pk }) => pk?.S));
  meter.read();
  units = 0;
  for (let nth = 0; nth < CHANGES; nth += 1) {
    const { status } = await call('PATCH', `/settings/${id}`, { key, body: { recording: { enabled: nth % 2 === 1 } } });
    if (status !== 200) throw new Error(`The change answered ${status}.`);
  }
  const events = auditEvents(world).filter(({ pk }) => !before.has(pk?.S));
  if (events.length !== CHANGES) throw new Error(`${CHANGES} changes have ${events.length} audit events.`);
  const stored = {
    'table GB-month': (MONTHS_KEPT * events.reduce((sum, item) => sum + storedBytes(item), 0)) / BYTES_A_GB,
  };
  return {
    change: sumOf(ONE_CALL, times(sumOf(meter.read(), stored), 1 / CHANGES)),
    event: times(sumOf({ 'table write unit': units }, stored), 1 / CHANGES),
  };
}

const auditEvents = ({ dynamo }: ReturnType<typeof aWorld>) =>
  dynamo.items().filter(({ type }) => type?.S === 'audit_event');
