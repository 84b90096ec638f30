import { dynamoTable, type Table } from '#shared/dynamodb/table';
import { dynamoClient } from '#shared/platform/dynamodb-client';
import { given } from '#shared/platform/environment';
import { fullJitter } from '#shared/platform/system-clock';

/** The table of this deployment, with pauses for when it is busy. */
export const mainTable = (): Table => dynamoTable(dynamoClient(), given('tableName'), fullJitter);
