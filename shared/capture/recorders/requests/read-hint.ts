import * as v from 'valibot';
import type { HintRequest } from '#shared/meetings/recorders/ports';

/** The body of a verified webhook. Undefined for one of another shape: such an event is about no bot. */
export function readHint<Body>(
  schema: v.GenericSchema<unknown, Body>,
  { rawBody }: Pick<HintRequest, 'rawBody'>,
): Body | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), rawBody);
  return parsed.success ? parsed.output : undefined;
}
