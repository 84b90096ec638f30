import type { StyleGuideId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { defaultStyleGuide } from '#shared/texts/style-guides/commands/find-style-guide';
import { type GuidedStyle, subtitleStyleOf } from '#shared/texts/style-guides/rules/style-guide';
import { styleGuides } from '#shared/texts/style-guides/store';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';

/** The style of a guide for subtitles as it is now, or the built-in defaults for null and for one that was deleted. */
export async function subtitleStyle(table: Table, id: StyleGuideId | null): Promise<GuidedStyle> {
  const guide = id && (await styleGuides.find(table, id))?.state;
  return guide && guide.operation === 'subtitles'
    ? { styleGuideId: guide.id, style: subtitleStyleOf(guide) }
    : { styleGuideId: null, style: DEFAULT_STYLE };
}

/** The style of the workspace's default guide for subtitles, or the built-in defaults where it has none. */
export const defaultSubtitleStyle = async (table: Table, workspaceId: WorkspaceId): Promise<GuidedStyle> =>
  subtitleStyle(table, await defaultStyleGuide(table, workspaceId, 'subtitles'));
