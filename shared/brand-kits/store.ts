import * as v from 'valibot';
import { type BrandKit, CTA_TYPES, EMAIL_TYPES, TILE_TYPES } from '#shared/brand-kits/rules/brand-kit';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { keptOf } from '#shared/core/page';
import { isSame } from '#shared/core/same';
import type { Loaded, Saved } from '#shared/core/store';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { CHOOSERS, kitInWorkspaceKey, listOf, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';
import type { BrandKitStore } from '#shared/events/ports/stores';

const text = v.nullable(v.string());
const image = v.exactOptional(v.object({ fileId: id('file'), copyId: id('file') }));

const KitRow: v.GenericSchema<unknown, BrandKit> = v.object({
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
});

export const brandKitStore = (table: Table): BrandKitStore => ({
  find: async (kit) => loaded(KitRow, await table.get(resourceKey(kit))),

  async page(workspace, request) {
    const keys = await pageOfKeys(table, { index: 'list', partition: listOf.brandKits(workspace) }, request);
    return keptOf(keys, ({ pk, find }) => {
      const kit = idOf('brk', pk);
      return kit && { id: kit, workspaceIds: v.parse(Shared, find?.['in']) };
    });
  },

  async choosers(kit) {
    const { items } = await table.query({
      where: {
        text: 'pk = :kit AND begins_with(sk, :choosers)',
        values: { ':kit': kit, ':choosers': CHOOSERS },
      },
      limit: MOST_CHOOSERS,
    });
    return items.flatMap(({ sk, workspace_id }) => {
      const settingsId = idOf('set', sk.slice(CHOOSERS.length));
      const workspaceId = idOf('wks', workspace_id);
      return settingsId && workspaceId ? [{ settingsId, workspaceId }] : [];
    });
  },
});

const Shared = v.optional(v.array(id('wks')), []);
/** Answered at once: whoever works through them asks again. */
const MOST_CHOOSERS = 200;

/** Whom it concerns is noted with its entries, so that a list knows whose places to look up before it has the rows. */
const concerned = ({ workspaceId, workspaceIds }: BrandKit): readonly WorkspaceId[] => [
  ...new Set([workspaceId, ...workspaceIds]),
];

/** The owner's entry stands with the kit; each workspace it is shared with has one of its own. */
export function putBrandKit({ before, after }: Saved<BrandKit>): readonly Write[] {
  const shared = sharedWith(after);
  const gone = before ? sharedWith(before.state).filter((workspace) => !shared.includes(workspace)) : [];
  const find = { in: concerned(after) };
  return [
    {
      put: {
        ...resourceKey(after.id),
        type: 'brand_kit',
        revision: (before?.revision ?? 0) + 1,
        state: JSON.stringify(after),
        list_pk: listOf.brandKits(after.workspaceId),
        list_sk: after.id,
        find,
      },
      when: unlessSavedSince(before?.revision ?? 0),
    },
    ...(before && isSame(before.state.workspaceIds, after.workspaceIds) ? [] : shared).map((workspace) => ({
      put: {
        ...kitInWorkspaceKey(after.id, workspace),
        type: 'brand_kit_in_workspace',
        list_pk: listOf.brandKits(workspace),
        list_sk: after.id,
        find,
      },
    })),
    ...gone.map((workspace) => ({ remove: kitInWorkspaceKey(after.id, workspace) })),
  ];
}

export const removeBrandKit = ({ revision, state }: Loaded<BrandKit>): readonly Write[] => [
  { remove: resourceKey(state.id), when: unlessSavedSince(revision) },
  ...sharedWith(state).map((workspace) => ({ remove: kitInWorkspaceKey(state.id, workspace) })),
];

const sharedWith = ({ workspaceId, workspaceIds }: BrandKit): readonly WorkspaceId[] =>
  workspaceIds.filter((workspace) => workspace !== workspaceId);
