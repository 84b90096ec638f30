import { getBrandKitContract } from '#shared/brand-kits/contract';
import { presentBrandKit } from '#shared/brand-kits/present';
import type { BrandKitStore } from '#shared/events/ports/stores';
import type { FileLinks } from '#shared/files/ports/file-links';
import { operation } from '#shared/http/operation';
import type { Places } from '#shared/http/places';
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
