import type { IdPrefix, IdsByPrefix } from '#shared/core/ids';

/** Makes new ids, sortable by the moment they were made (TypeID: 48 bits of milliseconds, then random). */
export interface IdMaker {
  make<Prefix extends IdPrefix>(prefix: Prefix): IdsByPrefix[Prefix];
}
