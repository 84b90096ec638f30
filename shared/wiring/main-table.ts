import { dynamoClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { fullJitter } from '#shared/providers/system-clock';
import { dynamoTable, type Table } from '#shared/storage/table';

/** The table of this deployment, with pauses for when it is busy. */
export const mainTable = (): Table => dynamoTable(dynamoClient(), requiredEnv('tableName'), fullJitter);
