import { openGroup } from '#shared/api/api-group';
import type { OpenEdge } from '#shared/api/edge';
import { servedWithoutTable } from '#shared/wiring/without-table';
import { getChangelog } from './get-changelog.ts';
import { getOpenapi } from './get-openapi.ts';

export const documents = (edge: OpenEdge) => openGroup(edge, getOpenapi(edge), getChangelog());

export const handler = servedWithoutTable(documents);
