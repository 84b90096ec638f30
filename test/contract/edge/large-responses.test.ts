import { getOpenapi } from '#functions/api/documents/get-openapi';
import { ok } from '#shared/api/http/endpoint';
import { openGroup } from '#shared/api/http/open-group';
import { aWorld } from '#test/support/api';
import { aGatewayEvent } from '#test/support/gateway-event';
import { describe, expect, it } from '#test/support/jest';

/** The answer of an endpoint whose body has this text, and what the log says of it. */
async function answerWith(text: string) {
  const { context, log } = aWorld();
  const { contract, options } = getOpenapi(context);
  const endpoint = { contract, options: { ...options, reply: () => ok({ text }) } };
  const group = openGroup(context, endpoint);
  const event = aGatewayEvent({ method: 'GET', path: '/api/v1/openapi.json' });
  const result = await group(event, {} as never);
  return { result, log };
}

/** Beside the text, a response has some hundred bytes. */
const MOST = 6_291_556;

describe('a response', () => {
  it.each([
    ['letters', 'x'.repeat(MOST - 2_000)],
    ['quotes, which take four bytes each', '"'.repeat((MOST - 2_000) / 4)],
  ])('is sent when it is as large as Lambda takes: %s', async (_of, text) => {
    const { result } = await answerWith(text);
    expect(result.statusCode).toBe(200);
    expect(JSON.parse(result.body ?? '')).toEqual({ text });
  });

  it.each([
    ['letters', 'x'.repeat(MOST)],
    ['quotes, which take four bytes each', '"'.repeat(MOST / 4)],
  ])('is 500, and named in the log, when Lambda would refuse it: %s', async (_of, text) => {
    const { result, log } = await answerWith(text);
    expect(result.statusCode).toBe(500);
    expect(JSON.parse(result.body ?? '')).toEqual({ errors: [expect.objectContaining({ code: 'internal_error' })] });
    expect(log).toEqual([expect.objectContaining({ status: 500, defect: 'ResponseTooLarge' })]);
  });
});
