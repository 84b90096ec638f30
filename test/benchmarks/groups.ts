import { API_GROUPS } from '#lib/api-groups';
import { type Around, type Group, groupsOver } from '#test/support/api-groups';

const GUIDES = [{ name: 'first', title: 'First', markdown: '# First' }];

/** Paths of a group that the fallback calls. */
const FURTHER: Readonly<Record<string, readonly string[]>> = { workspaces: ['/agents'] };

/** The real handlers by the first part of the paths that they answer. */
export const groupsIn = (context: Around): Readonly<Record<string, Group>> =>
  Object.fromEntries(
    Object.entries(groupsOver(context, GUIDES)).flatMap(([name, build]) => {
      const group = build();
      const paths = [...(API_GROUPS[name]?.paths ?? []), ...(FURTHER[name] ?? [])];
      return paths.map((path) => [path.slice(1), group] as const);
    }),
  );
