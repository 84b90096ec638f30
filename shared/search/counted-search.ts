import type { CommandContext } from '#shared/commands/context';
import { meetingSearch } from '#shared/search/meeting-search';
import type { MeetingSearch } from '#shared/search/ports';
import type { SearchEngine } from '#shared/search/sqlite/search-engine';

interface Needs extends Pick<CommandContext, 'table' | 'clock' | 'useOf' | 'limitCounter'> {
  readonly searchEngine: SearchEngine;
}

/** Search whose every query is counted for its workspace, by whichever way it came. Throws the 429 over the limit. */
export const searchMeetings = ({ table, clock, useOf, limitCounter, searchEngine }: Needs): MeetingSearch => {
  const search = meetingSearch({ table, engine: searchEngine });
  return {
    async query(query) {
      await limitCounter.take(useOf('searches', query.workspaceId, clock.now()));
      return search.query(query);
    },
  };
};
