import { costInCents } from '#shared/foundation/core/price';
import { heardTracks } from '#shared/texts/orders/rules/audio-tracks';
import { isOfMedia, type Order } from '#shared/texts/orders/rules/order';

/** What an order costs. */
export interface Pricing {
  /** ISO 4217 */
  readonly currency: string;
  readonly totalCents: number;
}

/**
 * What the texts of an order cost, at the price that the deployment had when it was made: each by the length of its media,
 * for each track of it that is heard, in whole cents. A text that failed or was canceled costs nothing. Null without a
 * price, and until the length is known.
 */
export function pricingOf(order: Order): Pricing | null {
  const { price, operations } = order;
  const seconds = lengthOf(order);
  if (!price || seconds === null) return null;
  const charged = operations.filter(({ state }) => state !== 'failed' && state !== 'canceled');
  return { currency: price.currency, totalCents: charged.length * costOfText(order, seconds) };
}

/** What one text of an order costs, by the length of its audio. */
export const costOfText = (order: Order, seconds: number | null): number =>
  order.price && seconds !== null ? costInCents(order.price, seconds * tracksOf(order)) : 0;

/** For how many tracks of audio a text of the order counts. */
export const tracksOf = (order: Order): number => (isOfMedia(order) ? heardTracks(order) : 1);

/** An order whose source has a text now; `seconds` are those of its audio, null where they are not known. */
export const withSourceSeconds = (order: Order, seconds: number | null): Order =>
  isOfMedia(order) || seconds === null || order.sourceSeconds !== undefined
    ? order
    : { ...order, sourceSeconds: seconds };

/** Seconds of the media that the texts are made from; null until they are known. */
export function lengthOf(order: Order): number | null {
  if (!isOfMedia(order)) return order.sourceSeconds ?? null;
  return order.ingestion.state === 'done' ? order.ingestion.durationSeconds : null;
}
