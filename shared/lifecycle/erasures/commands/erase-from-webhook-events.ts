import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { rewriteEvent } from '#shared/foundation/events/event-texts-store';
import { erasureMatcher } from '#shared/lifecycle/erasures/commands/erasure-matcher';
import { strippedSnapshot } from '#shared/lifecycle/erasures/rules/strip-snapshot';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { deliveryStore } from '#shared/webhooks/delivery/store';

const PAGE = 100;
const AT_ONCE = 10;

/** Types of events whose resource has people, or the account of one. */
const NAMES_PEOPLE = /^(?:meeting|bot|calendar_connection)\./;

/**
 * Takes everyone who was erased out of the stored webhook events of a workspace, a page of its deliveries a call. Answers
 * the position of the next page; undefined after the last. What is redelivered from then on is without them.
 */
export const eraseFromWebhookEvents =
  (context: ErasureContext) =>
  async (erasure: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    const { workspaceId } = erasure;
    const { items, next } = await deliveryStore(table).page({ workspaceId }, { limit: PAGE, after });
    const naming = items.filter(({ type }) => NAMES_PEOPLE.test(type));
    const { isErased } = await erasureMatcher(context, erasure);
    const ids = [...new Set(naming.map(({ outboxId }) => outboxId))];
    await mapConcurrently(ids, AT_ONCE, (id) => rewriteEvent(table, id, (one) => strippedSnapshot(one, isErased)));
    return next;
  };
