import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { readScope, type SentScope } from '#shared/meetings/settings/rules/scope';
import { SCOPE_MAX_ENTRIES } from '#shared/meetings/settings/setting-fields';

/** The summary template and the brand kit that a body with settings names, for reads that start before it is validated. */
export const namedInSettings = (body: BodyReader) => ({
  'summary.template': body.group('summary').text('template'),
  'branding.brand_kit_id': body.group('branding').text('brand_kit_id'),
});

/** The scope in a body, likewise; undefined where it cannot be read. */
export const namedScope = (body: BodyReader): SentScope | undefined =>
  readScope(body.texts('scope', SCOPE_MAX_ENTRIES));
