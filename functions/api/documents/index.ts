import { join } from 'node:path';
import { openGroup } from '#shared/api/http/open-group';
import type { HttpContext } from '#shared/api/http/ports';
import { servedWithoutTable } from '#shared/wiring/from-environment';
import { getAsyncapi } from './get-asyncapi.ts';
import { getChangelog } from './get-changelog.ts';
import { getGuide } from './get-guide.ts';
import { getGuideMarkdown } from './get-guide-markdown.ts';
import { getLlms } from './get-llms.ts';
import { getLlmsFull } from './get-llms-full.ts';
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
    getGuideMarkdown({ ...context, guides }),
    getLlms({ ...context, guides }),
    getLlmsFull({ ...context, guides }),
    getAsyncapi(context),
  );

export const handler = servedWithoutTable((context) => documents(context, guidesIn(join(__dirname, 'guides'))));
