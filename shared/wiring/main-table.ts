import type { Table } from '#shared/foundation/core/table';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';
import { dynamoClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { fullJitter } from '#shared/foundation/platform/system-clock';

/** The table of this deployment, with pauses for when it is busy. */
export const mainTable = (): Table => dynamoTable(documentClient(dynamoClient()), requiredEnv('tableName'), fullJitter);
