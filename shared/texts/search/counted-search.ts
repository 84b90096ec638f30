import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import { badRequest, notFound } from '#shared/foundation/core/refusal';
import { sharedUses } from '#shared/foundation/core/uses';
import { meetingSearch } from '#shared/texts/search/meeting-search';
import type { MeetingSearch } from '#shared/texts/search/ports';
import { hasManyPrefixes, TOO_MANY_PREFIXES } from '#shared/texts/search/rules/parse-query';
import type { SearchEngine } from '#shared/texts/search/sqlite/search-engine';

interface Needs extends Pick<CommandContext, 'table' | 'clock' | 'useOf' | 'limitCounter'> {
  readonly searchEngine: SearchEngine;
}

/**
 * Search whose every query is counted for its workspace and for who founded that, by whichever way it came. Throws the 429
 * over a limit, and 400 for a query that asks for too many beginnings of words.
 */
export const searchMeetings = ({ table, clock, useOf, limitCounter, searchEngine }: Needs): MeetingSearch => {
  const search = meetingSearch({ table, engine: searchEngine });
  return {
    async query(query) {
      const { text, workspaceId } = query;
      if (hasManyPrefixes(text)) throw badRequest(`The text to search for ${TOO_MANY_PREFIXES}`, 'q');
      const workspace = await workspaces.find(table, workspaceId);
      if (!workspace) throw notFound(workspaces.noun);
      const now = clock.now();
      const founded = { workspaceId, founderId: founderOf(workspace.state) };
      await requireUses({ limitCounter }, sharedUses(useOf, 'searches', founded, now));
      return search.query(query);
    },
  };
};
