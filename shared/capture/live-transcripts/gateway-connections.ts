import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { SECOND_MS } from '#shared/foundation/core/time';
import type { LiveConnections } from '#shared/meetings/live-transcripts/ports';

/**
 * Of a post or a deletion. API Gateway does not say how much of what it took a connection has read: a reader that is slow
 * shows by this alone.
 */
const LONGEST_REQUEST_MS = SECOND_MS;

type Client = Pick<ApiGatewayManagementApiClient, 'send'>;

/** The connections of a WebSocket API of API Gateway. */
export const gatewayConnections = (client: Client, longestMs = LONGEST_REQUEST_MS): LiveConnections => ({
  async post(connectionId, frame) {
    const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(frame) });
    try {
      await client.send(command, { abortSignal: AbortSignal.timeout(longestMs) });
      return 'sent';
    } catch (error) {
      return error instanceof GoneException ? 'gone' : 'failed';
    }
  },

  async close(connectionId) {
    const command = new DeleteConnectionCommand({ ConnectionId: connectionId });
    try {
      await client.send(command, { abortSignal: AbortSignal.timeout(longestMs) });
      return 'ended';
    } catch (error) {
      return error instanceof GoneException ? 'ended' : 'failed';
    }
  },
});
