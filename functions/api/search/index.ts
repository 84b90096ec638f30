import type * as v from 'valibot';
import { apiGroup } from '#shared/api/http/api-group';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { searchContract } from '#shared/texts/search/contract';
import { searchMeetings } from '#shared/texts/search/counted-search';
import type { SearchHit } from '#shared/texts/search/ports';
import { presentSearchHit } from '#shared/texts/search/present';
import type { SearchEngine } from '#shared/texts/search/sqlite/search-engine';
import { engineFromEnvironment } from '#shared/wiring/search';
import { served } from '#shared/wiring/served';

export interface WithEngine extends AppContext {
  readonly searchEngine: SearchEngine;
}

type Query = v.InferOutput<typeof searchContract.query>;

const find = listEndpoint<typeof searchContract.params, Query, SearchHit, WithEngine>(searchContract, {
  async page({ context, workspaceId, query }, { limit, after: cursor, keysOnly }) {
    // A search begins once access is known.
    if (keysOnly) return { items: [], next: undefined };
    const { q: text, after, before, person } = query;
    const page = await searchMeetings(context).query({
      ...{ workspaceId, text, limit },
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
      ...(person !== undefined && { person }),
      ...(cursor !== undefined && { cursor }),
    });
    return { items: page.hits, next: page.next ?? undefined };
  },
  present: presentSearchHit,
});

export const search = (context: WithEngine) => apiGroup(context, find);

export const handler = served((context) => search({ ...context, searchEngine: engineFromEnvironment(context) }));
