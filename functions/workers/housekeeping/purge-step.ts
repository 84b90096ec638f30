import * as v from 'valibot';
import type { JobStep } from '#shared/events/commands/work-on-job';
import type { purgeSome } from '#shared/workspaces/commands/purge-workspace';
import { WorkspaceContent } from './closing-step.ts';

const Cursor = v.object({ list: v.number() });

/** Part of a purge as a step of its job. */
export const purgeStep =
  (purge: ReturnType<typeof purgeSome>): JobStep =>
  async ({ content, cursor }) => {
    const place = await purge(v.parse(WorkspaceContent, content), cursor && v.parse(Cursor, cursor));
    return place === 'done' ? 'done' : { cursor: place };
  };
