import type { Table } from '#shared/core/table';
import { dynamoTable } from '#shared/dynamodb/table';
import { dynamoClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { fullJitter } from '#shared/platform/system-clock';

/** The table of this deployment, with pauses for when it is busy. */
export const mainTable = (): Table => dynamoTable(dynamoClient(), requiredEnv('tableName'), fullJitter);
