import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { aGatewayEvent } from '#test/support/gateway-event';
import { aForm, FORM_TYPE, Form } from '#test/support/multipart-form';

/** A group's handler, as the gateway calls it. */
export type Handler = (event: APIGatewayProxyEventV2, context: never) => unknown;

/** One request, ready to be sent: nothing is left to do in it but the handler's own work. */
export interface Sealed {
  readonly send: (moreHeaders?: Readonly<Record<string, string>>) => Promise<APIGatewayProxyStructuredResultV2>;
}

let sent = 0;

/** What the gateway hands over, made before the clock starts. */
export function sealed(handler: Handler, method: string, path: string, key: string, body: unknown): Sealed {
  sent += 1;
  const event = aGatewayEvent({
    method,
    path: `/api/v1${path}`,
    // What asks for a tag takes any; the others do not look at it.
    headers: {
      authorization: key,
      'if-match': '*',
      ...(body instanceof Form ? FORM_TYPE : { 'content-type': 'application/json' }),
    },
    requestId: `request-${sent}`,
    body: written(body),
    isBase64Encoded: body instanceof Form,
  });
  return {
    send: async (moreHeaders = {}) => {
      const asked = { ...event, headers: { ...event.headers, ...moreHeaders } };
      return (await handler(asked, {} as never)) as APIGatewayProxyStructuredResultV2;
    },
  };
}

const written = (body: unknown): string | undefined => {
  if (body instanceof Form) return aForm(body.parts);
  return body === undefined ? undefined : JSON.stringify(body);
};
