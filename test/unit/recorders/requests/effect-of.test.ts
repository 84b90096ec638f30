import { createServer } from 'node:net';
import { throwIfTransient } from '#shared/capture/recorders/recall/recall-refusal';
import { unreachableBy } from '#shared/capture/recorders/requests/effect-of';
import { sendRequest } from '#shared/capture/recorders/requests/send-request';
import { describe, expect, it } from '#test/support/jest';

describe('the effect of a request to a recorder', () => {
  it('is none where no connection was made', async () => {
    const port = await freedPort();

    await expect(sendRequest(fetch, { url: `http://127.0.0.1:${port}/`, headers: {} })).rejects.toMatchObject({
      effect: 'none',
    });
  });

  it('is unknown where the connection broke before an answer', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

    const sent = sendRequest(fetch, { url: `http://127.0.0.1:${portOf(server)}/`, headers: {} });

    await expect(sent).rejects.toMatchObject({ effect: 'unknown' });
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    [429, 'none'],
    [400, 'final'],
    [500, 'final'],
    [503, 'final'],
    [502, 'unknown'],
    [504, 'unknown'],
  ])('is, after a response with %i, %s', (status, effect) => {
    expect(unreachableBy('Vexa', status)).toMatchObject({ message: `Vexa answered ${status}.`, effect, status });
  });

  it.each([
    [429, 'none'],
    [502, 'none'],
    [503, 'none'],
    [500, 'final'],
    [409, 'unknown'],
    [504, 'unknown'],
  ])('is, after a response of Recall.ai with %i, %s', (status, effect) => {
    expect(() => throwIfTransient({ status, headers: new Headers(), json: undefined, text: '' })).toThrow(
      expect.objectContaining({ effect }),
    );
  });
});

const portOf = (server: ReturnType<typeof createServer>): number => Object(server.address()).port;

/** A port on which nothing listens any more. */
async function freedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
