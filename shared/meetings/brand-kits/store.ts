import * as v from 'valibot';
import { type BrandKitId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Table, Write } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { CHOOSERS, kitInWorkspaceKey, listOf } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { id, instant, metadata } from '#shared/foundation/dynamodb/row-parts';
import { type BrandKit, CTA_TYPES, EMAIL_TYPES, TILE_TYPES } from '#shared/meetings/brand-kits/rules/brand-kit';

const text = v.nullable(v.string());
const image = v.exactOptional(v.object({ fileId: id('file'), copyId: id('file') }));

/** The owner's list entry is in the kit's own row; each other workspace that uses it has a row for its list. */
export const brandKits = entity<BrandKit>({
  noun: 'brand kit',
  type: 'brand_kit',
  prefix: 'brk',
  list: 'BRK',
  attributes: (kit) => ({ find: { in: concerned(kit) } }),
  rows: sharedRows,
  notes: {
    rows: {
      '`brk_`, `WKS#W`': 'Brand kits of others that a workspace uses, in its list `W#BRK`',
      '`brk_`, `SET#set_`': 'Settings that choose a brand kit; written with the settings',
    },
  },
  schema: v.object({
    id: id('brk'),
    workspaceId: id('wks'),
    workspaceIds: v.array(id('wks')),
    name: text,
    bot: v.object({
      name: text,
      tile: v.object({ type: v.picklist(TILE_TYPES), color: text }),
      chat: v.object({ enabled: v.boolean(), recordingMessage: text, pausedMessage: text }),
    }),
    email: v.object({
      type: v.picklist(EMAIL_TYPES),
      branded: v.object({
        color: text,
        website: text,
        description: text,
        cta: v.object({ type: v.picklist(CTA_TYPES), label: text, url: text }),
      }),
    }),
    images: v.object({ 'bot.tile.logo.file': image, 'bot.tile.image.file': image, 'email.branded.logo': image }),
    metadata,
    createdAt: instant,
    updatedAt: instant,
  }),
});

/** A kit as a list's index has it: with its workspaces, so that access to them is read along with the rows. */
export interface ListedKit {
  readonly id: BrandKitId;
  readonly workspaceIds: readonly WorkspaceId[];
}

/** The kits that belong to a workspace, and those of others that it uses, newest first. */
export async function kitsIn(table: Table, workspace: WorkspaceId, request: PageRequest): Promise<Page<ListedKit>> {
  const keys = await pageOfKeys(table, { index: 'list', partition: listOf.brandKits(workspace) }, request);
  return filterMapPage(keys, ({ pk, find }) => {
    const kit = idOf('brk', pk);
    return kit && { id: kit, workspaceIds: v.parse(Shared, find?.['in']) };
  });
}

/** Settings objects that name the kit, and their workspaces: some of them if there are many. */
export async function settingsWithKit(table: Table, kit: BrandKitId) {
  const { items } = await table.query({
    where: {
      text: 'pk = :kit AND begins_with(sk, :choosers)',
      values: { ':kit': kit, ':choosers': CHOOSERS },
    },
    limit: MOST_SETTINGS,
  });
  return items.flatMap(({ sk, workspace_id }) => {
    const settingsId = idOf('set', sk.slice(CHOOSERS.length));
    const workspaceId = idOf('wks', workspace_id);
    return settingsId && workspaceId ? [{ settingsId, workspaceId }] : [];
  });
}

const Shared = v.optional(v.array(id('wks')), []);
/** Of one query; a caller that works through more of them asks again. */
const MOST_SETTINGS = 200;

/** Workspaces that a kit is for, in `find` of its list entries: a list checks access before it reads the rows. */
const concerned = ({ workspaceId, workspaceIds }: BrandKit): readonly WorkspaceId[] => [
  ...new Set([workspaceId, ...workspaceIds]),
];

function sharedRows(before: BrandKit | undefined, after: BrandKit | undefined): readonly Write[] {
  const shared = after ? sharedWith(after) : [];
  const gone = before ? sharedWith(before).filter((workspace) => !shared.includes(workspace)) : [];
  return [
    ...(after && !isSame(before?.workspaceIds, after.workspaceIds) ? shared.map((one) => entryIn(one, after)) : []),
    ...(before ? gone.map((workspace) => ({ remove: kitInWorkspaceKey(before.id, workspace) })) : []),
  ];
}

const entryIn = (workspace: WorkspaceId, kit: BrandKit): Write => ({
  put: {
    ...kitInWorkspaceKey(kit.id, workspace),
    type: 'brand_kit_in_workspace',
    list_pk: listOf.brandKits(workspace),
    list_sk: kit.id,
    find: { in: concerned(kit) },
  },
});

const sharedWith = ({ workspaceId, workspaceIds }: BrandKit): readonly WorkspaceId[] =>
  workspaceIds.filter((workspace) => workspace !== workspaceId);
