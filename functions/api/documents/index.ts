import { join } from 'node:path';
import { openGroup } from '#shared/http/api-group';
import type { OpenEdge } from '#shared/http/edge';
import { servedWithoutTable } from '#shared/wiring/without-table';
import { getChangelog } from './get-changelog.ts';
import { getGuide } from './get-guide.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReference } from './get-reference.ts';
import type { Guide } from './page/guide-links.ts';
import { guidesIn } from './page/guides.ts';

export const documents = (edge: OpenEdge, guides: readonly Guide[] = []) =>
  openGroup(edge, getOpenapi(edge), getChangelog(), getReference({ ...edge, guides }), getGuide({ ...edge, guides }));

export const handler = servedWithoutTable((edge) => documents(edge, guidesIn(join(__dirname, 'guides'))));
