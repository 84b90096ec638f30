import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/**
 * A function URL on loopback: calls the `handler` of a module with requests in the payload format 2.0, as Lambda does.
 * Bodies are passed in base64, as Lambda passes all but text.
 */
const { handler } = await import(pathToFileURL(process.argv[2]).href);

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const event = {
    version: '2.0',
    rawPath: request.url,
    headers: request.headers,
    requestContext: { http: { method: request.method, path: request.url } },
    isBase64Encoded: true,
    ...(body.length > 0 && { body: body.toString('base64') }),
  };
  const { statusCode } = await handler(event).catch((error) => {
    process.stderr.write(`${error}\n`);
    return { statusCode: 502 };
  });
  response.writeHead(statusCode).end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${server.address().port}\n`));
