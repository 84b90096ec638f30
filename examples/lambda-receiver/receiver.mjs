import { ConditionalCheckFailedException, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { verifyWebhook, WebhookVerificationError } from '@rapporteur/client';

const { WEBHOOK_SECRETS = '', INBOX_TABLE } = process.env;
const secrets = WEBHOOK_SECRETS.split(' ').filter((secret) => secret !== '');
const dynamodb = new DynamoDBClient();
const KEEP_SECONDS = 30 * 24 * 60 * 60;

/** Behind a function URL with the auth type NONE: the signature says who sent the request. */
export async function handler({ requestContext, headers, body = '', isBase64Encoded }) {
  if (requestContext.http.method !== 'POST') return { statusCode: 405 };
  try {
    // The raw bytes, since the signature covers them.
    const rawBody = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    const event = verifyWebhook(rawBody, headers, secrets);
    if (await isNew(event)) console.log(`${event.type} ${event.id}`);
    return { statusCode: 204 };
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { statusCode: 401 };
    throw error;
  }
}

/** Inserts the event unless it is there already. The stream of the table starts your work, in a function of its own. */
async function isNew(event) {
  try {
    await dynamodb.send(
      new PutItemCommand({
        TableName: INBOX_TABLE,
        Item: {
          id: { S: event.id },
          body: { S: JSON.stringify(event) },
          expires_at: { N: String(Math.floor(Date.now() / 1000) + KEEP_SECONDS) },
        },
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
