import * as v from 'valibot';
import { STOP_REASONS } from '#shared/accounts/mail/rules/mail-reputation';
import { COUNTED_KINDS, type LimitedKind } from '#shared/accounts/usage/rules/usage';
import { THRESHOLDS, type UsageLimits } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace, WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { idOf, type UserId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import type { Expression, Item, Table, Write } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { duePartition, membersCountKey, ROLES, roleKey, workspaceNumberKey } from '#shared/foundation/dynamodb/keys';
import { choice, id, instant, label, metadata } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

const names = v.array(v.string());
const usageKind = label(COUNTED_KINDS);
const limit = v.exactOptional(v.number());

/** Limits of kinds that this version does not know stay. */
const UsageLimitsRow: v.GenericSchema<unknown, UsageLimits> = v.objectWithRest(
  {
    bots_sent: limit,
    recorded_minutes: limit,
    transcribed_minutes: limit,
    translated_minutes: limit,
    exports: limit,
    translated_characters: limit,
    summarized_characters: limit,
    recognized_seconds: limit,
    stored_bytes: limit,
  } satisfies Record<LimitedKind, typeof limit>,
  v.number(),
);

const WorkspaceRow: v.GenericSchema<unknown, Workspace> = v.object({
  id: id('wks'),
  number: v.number(),
  name: v.string(),
  ownerId: id('usr'),
  ownerEmail: v.string(),
  founderId: v.exactOptional(id('usr')),
  isCounted: v.exactOptional(v.literal(true)),
  emailDomains: v.array(v.string()),
  metadata,
  archivedAt: v.nullable(instant),
  purgeAt: v.exactOptional(instant),
  pausedAt: v.exactOptional(instant),
  createdAt: instant,
  updatedAt: instant,
  choices: v.array(choice),
  endpoints: v.array(v.object({ id: id('whe'), types: v.array(v.string()), enabled: v.boolean(), pin: v.string() })),
  humanTranscription: v.exactOptional(v.boolean()),
  humanTranslation: v.exactOptional(v.boolean()),
  mailApproved: v.exactOptional(v.boolean()),
  verifiedDomains: v.exactOptional(v.array(v.string())),
  mailStop: v.exactOptional(
    v.object({
      reason: label(STOP_REASONS),
      at: instant,
      // Stored before mail to strangers was counted apart.
      stops: v.optional(v.picklist(['all', 'strangers']), 'all'),
    }),
  ),
  usageLimits: v.exactOptional(UsageLimitsRow),
  limitStates: v.exactOptional(
    v.array(
      v.object({
        month: v.string(),
        reported: v.array(v.object({ kind: usageKind, threshold: label(THRESHOLDS) })),
        usedUp: v.array(usageKind),
      }),
    ),
  ),
  recorders: v.exactOptional(
    v.object({ meet: v.exactOptional(names), zoom: v.exactOptional(names), teams: v.exactOptional(names) }),
  ),
  erasesPeople: v.exactOptional(v.boolean()),
});

const RoleRow: v.GenericSchema<unknown, WorkspaceRole> = v.object({
  userId: id('usr'),
  workspaceId: id('wks'),
  role: v.picklist(ALL_ROLES),
  createdAt: instant,
  membershipId: v.exactOptional(id('mbr')),
});

/** The workspace with a nine-digit number. */
export const workspaceIdOfNumber = async (table: Table, number: number): Promise<WorkspaceId | undefined> =>
  idOf('wks', (await table.get(workspaceNumberKey(number)))?.['workspace_id']);

/** The role of a user in a workspace; undefined where the user has none. */
export async function roleOf(table: Table, user: UserId, workspace: WorkspaceId): Promise<WorkspaceRole | undefined> {
  const item = await table.get(roleKey(user, workspace));
  return item && stateOf(RoleRow, item);
}

/** The roles of a user, newest workspace first. */
export async function rolesOf(table: Table, user: UserId, { limit, after }: PageRequest): Promise<Page<WorkspaceRole>> {
  const { items, last } = await table.query({
    where: {
      text: 'pk = :user AND begins_with(sk, :roles)',
      values: { ':user': user, ':roles': ROLES },
    },
    newestFirst: true,
    limit: limit + 1,
    after: after === undefined ? undefined : { pk: user, sk: after },
  });
  const taken = items.slice(0, limit);
  const next = items.length > limit || last ? taken.at(-1)?.sk : undefined;
  return { items: taken.map((item) => stateOf(RoleRow, item)), next, positions: taken.map(({ sk }) => sk) };
}

/** How many members a workspace has. */
export const membersCount = async (table: Table, workspace: WorkspaceId): Promise<number> =>
  v.parse(v.optional(v.number(), 0), (await table.get(membersCountKey(workspace)))?.['members']);

/** The number never changes; a deletion also drops the count of members. */
function rows(before: Workspace | undefined, after: Workspace | undefined): readonly Write[] {
  if (after) return before ? [] : [putNumber(after)];
  return before ? [{ remove: workspaceNumberKey(before.number) }, { remove: membersCountKey(before.id) }] : [];
}

const putNumber = (workspace: Workspace): Write => ({
  put: { ...workspaceNumberKey(workspace.number), type: 'workspace_number', workspace_id: workspace.id },
  when: unlessThere,
});

/** Workspaces, with their settings assignments and webhook subscriptions. */
export const workspaces = entity<Workspace>({
  noun: 'workspace',
  type: 'workspace',
  prefix: 'wks',
  schema: WorkspaceRow,
  isRarelyWritten: true,
  attributes: ({ id, purgeAt }) => (purgeAt === undefined ? {} : { due_pk: duePartition(id), due_at: purgeAt }),
  rows,
  notes: {
    due: 'purge, 30 days after its archive',
    rows: {
      'WKSNO#123456789, .': 'Workspace by number',
      'wks_, ERASED#h':
        'The person with an address was erased, by its keyed hash; `ERASED#NAME#h`: a name that they had',
      'usr_, WKS#W': 'Role in a workspace; those of before memberships are in the list `W#USR`, usr_',
    },
  },
});

/** The role in a row that was read by another way than its key. */
export const roleIn = (item: Item): WorkspaceRole => stateOf(RoleRow, item);

/** Ends the role of a user in a workspace; refused if there is none any more. */
export const removeRole = ({ userId, workspaceId }: Pick<WorkspaceRole, 'userId' | 'workspaceId'>): Write => ({
  remove: roleKey(userId, workspaceId),
  when: { text: 'attribute_exists(pk)' },
});

/** The role of a user in a workspace, under a condition on the row that is there. */
export const putRole = (role: WorkspaceRole, when: Expression): Write => ({
  put: { ...roleKey(role.userId, role.workspaceId), type: 'role', state: JSON.stringify(role) },
  when,
});
