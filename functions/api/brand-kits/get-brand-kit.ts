import { getBrandKitContract } from '#shared/api/contracts/brand-kits';
import { operation } from '#shared/api/operation';
import type { Places } from '#shared/api/places';
import { presentBrandKit } from '#shared/api/resources/brand-kits';
import type { FileLinks } from '#shared/ports/file-links';
import type { BrandKitStore } from '#shared/ports/stores';
import { kitSeenBy, viewOf } from './seen-kit.ts';

interface Needs {
  readonly kits: BrandKitStore;
  readonly places: Places;
  readonly links: FileLinks;
}

/** GET /brand_kits/{id} */
export const getBrandKit = ({ kits, places, links }: Needs) =>
  operation(getBrandKitContract, {
    ahead: ({ params }) => ({ kit: kits.find(params.id) }),
    async run({ ahead, caller, now }) {
      const seen = await kitSeenBy(places, caller.userId, ahead.kit);
      const kit = seen.kit.state;
      return { status: 200, body: await presentBrandKit(kit, { ...viewOf(kit, seen), links, now }) };
    },
  });
