import { mapConcurrently } from '#shared/core/map-concurrently';
import { erasureMatcher } from '#shared/erasures/commands/erasure-matcher';
import type { ErasureContext } from '#shared/erasures/ports';
import type { PersonErasure } from '#shared/erasures/rules/erasure';
import { strippedSnapshot } from '#shared/erasures/rules/strip-snapshot';
import { rewriteEvent } from '#shared/events/event-texts-store';
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
