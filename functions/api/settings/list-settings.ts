import type * as v from 'valibot';
import { listSettingsContract } from '#shared/api/contracts/settings';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentSettings } from '#shared/api/resources/settings';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { SettingsStore } from '#shared/ports/stores';

interface Needs {
  readonly settings: SettingsStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /settings: newest first. */
export const listSettings = (needs: Needs) =>
  operation(listSettingsContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      page: pageOf(needs, input),
    }),
    async run({ ahead, asked }) {
      permitted(await ahead.place, 'read');
      return { status: 200, body: await presentList(await ahead.page, presentSettings, asked, needs.seal) };
    },
  });

type Query = v.InferOutput<typeof listSettingsContract.query>;

async function pageOf({ settings, places, seal }: Needs, { query, asked }: AheadInput<unknown, Query, unknown>) {
  const [workspaceId, page] = await Promise.all([
    places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, seal),
  ]);
  return settings.page(workspaceId, page);
}
