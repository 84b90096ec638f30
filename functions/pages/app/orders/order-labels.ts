import type { BadgeKind } from '#shared/api/page-kit/components';
import type { Operation, Order, OrderState, Service } from '#shared/texts/orders/rules/order';
import { languageName } from '../language-name.ts';

type Label = readonly [BadgeKind, string];

export const ORDER_STATE_LABELS: Readonly<Record<OrderState, Label>> = {
  incomplete: ['plain', 'Draft'],
  submitted: ['waiting', 'In progress'],
  locked: ['waiting', 'Being edited'],
  fulfilled: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  canceled: ['plain', 'Cancelled'],
  expired: ['plain', 'Expired'],
};

export const OPERATION_STATE_LABELS: Readonly<Record<Operation['state'], Label>> = {
  pending: ['waiting', 'Waiting'],
  processing: ['waiting', 'In progress'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  canceled: ['plain', 'Cancelled'],
};

export const SERVICE_NAMES: Readonly<Record<Service, string>> = { auto: 'Automatic', pro: 'Edited by people' };

const nameOf = (tag: string | null): string => (tag === null ? 'Unknown' : languageName(tag));

/** The language of the text of an operation. */
export const languageOf = ({ language }: Order, { targetLanguage }: Operation): string =>
  nameOf(targetLanguage ?? language);

/** The languages of the texts of an order. */
export const languagesIn = ({ targetLanguages, language }: Order): string =>
  targetLanguages.length > 0 ? targetLanguages.map(nameOf).join(', ') : nameOf(language);

/** The states of an order and of its texts in words, as screen readers announce them: `In progress. French: Waiting`. */
export const progressOf = (order: Order): string =>
  [
    ORDER_STATE_LABELS[order.state][1],
    order.operations
      .map((operation) => `${languageOf(order, operation)}: ${OPERATION_STATE_LABELS[operation.state][1]}`)
      .join(', '),
  ].join('. ');
