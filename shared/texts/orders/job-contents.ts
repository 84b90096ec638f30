import * as v from 'valibot';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { IngestionJob, OperationJob, OrderJob } from '#shared/texts/orders/rules/order';

/** The contents of jobs about orders, in their rows. */
export const OrderContent: v.GenericSchema<unknown, OrderJob> = v.object({
  workspaceId: id('wks'),
  orderId: id('ord'),
});

export const IngestionContent: v.GenericSchema<unknown, IngestionJob> = v.object({
  workspaceId: id('wks'),
  orderId: id('ord'),
  ingestionId: v.exactOptional(id('ing')),
});

export const OperationContent: v.GenericSchema<unknown, OperationJob> = v.object({
  workspaceId: id('wks'),
  orderId: id('ord'),
  operationId: id('opr'),
});
