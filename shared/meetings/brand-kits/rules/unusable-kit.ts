import { unprocessable } from '#shared/foundation/core/refusal';

/** A kit of another workspace is refused like an unknown one. */
export const unusableKit = () =>
  unprocessable(
    'branding.brand_kit_id',
    'unusable_setting',
    'branding.brand_kit_id must be none, or the id of a brand kit of the workspace.',
  );
