import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { EventTypes } from '#shared/foundation/events/rules/domain-event';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import { SENT_WHEN } from '#shared/wiring/documents/webhooks';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 9, 12, 12) as Instant;

/** The compiler checks it: this file does not compile where the list leaves out a type. */
const isListed: [keyof EventTypes] extends [(typeof PUBLIC_EVENTS)[number]] ? true : never = true;

describe('the types of events that features add', () => {
  it('are all listed for endpoints, or nothing compiles', () => {
    expect(isListed).toBe(true);
  });

  it.each(PUBLIC_EVENTS)('have a sample of %s that is presented and described', (type) => {
    const snapshot = snapshotOf(sampleEvent(type, 'wks_one' as WorkspaceId, noon), noon);

    expect(snapshot).toMatchObject({ workspace_id: expect.any(String) });
    expect(SENT_WHEN[type]).toMatch(/\.$/);
  });

  it('are no others, and none may be missing where events are described', () => {
    const { 'meeting.created': created, ...others } = SENT_WHEN;
    // @ts-expect-error: no feature adds this type.
    const type: keyof EventTypes = 'thing.happened';
    // @ts-expect-error: one of them is missing.
    const described: typeof SENT_WHEN = others;

    expect(type in described).toBe(false);
    expect(Object.values(described)).not.toContain(created);
  });
});
