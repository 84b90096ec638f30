import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#shared/core/table';

type Attributes = Record<string, AttributeValue>;

/** Fields that are undefined are left out. A type that DynamoDB does not have is an error. */
export const toAttributes = (fields: object): Attributes => marshall(fields, { removeUndefinedValues: true });

export const fromAttributes = (attributes: Attributes): Readonly<Record<string, unknown>> => unmarshall(attributes);

export const toItem = (attributes: Attributes): Item => unmarshall(attributes) as Item;
