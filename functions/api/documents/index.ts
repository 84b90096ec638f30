import { join } from 'node:path';
import { openGroup } from '#shared/http/api-group';
import type { HttpContext } from '#shared/http/ports';
import { servedWithoutTable } from '#shared/wiring/from-environment';
import { getChangelog } from './get-changelog.ts';
import { getGuide } from './get-guide.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReference } from './get-reference.ts';
import type { Guide } from './page/guide-links.ts';
import { guidesIn } from './page/guides.ts';

export const documents = (context: HttpContext, guides: readonly Guide[] = []) =>
  openGroup(
    context,
    getOpenapi(context),
    getChangelog(),
    getReference({ ...context, guides }),
    getGuide({ ...context, guides }),
  );

export const handler = servedWithoutTable((context) => documents(context, guidesIn(join(__dirname, 'guides'))));
