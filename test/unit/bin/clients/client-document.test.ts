import { clientDocument, mediaTypesById, mediaTypesOf, pythonDocument } from '#bin/clients/client-document';
import type { JsonObject } from '#shared/foundation/core/json';
import { describe, expect, it } from '#test/support/jest';

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const links = { type: 'object', properties: { next: { type: 'object' } } };

/** A document with one operation, its body, and a list. */
const aDocument = (body: JsonObject) => ({
  paths: {
    '/transcribe': {
      post: {
        operationId: 'orderTranscription',
        requestBody: { required: true, ...json(body) },
        responses: { 201: json({}), 404: json({}), 429: json({}) },
      },
    },
    '/text': {
      get: { operationId: 'readText', responses: { 200: { content: { 'text/plain': {}, 'text/vtt': {} } } } },
    },
  },
  components: { schemas: { List: { type: 'object', properties: { _links: links } }, Bot: { type: 'object' } } },
});
const bodyIn = (document: JsonObject) =>
  JSON.parse(JSON.stringify(document)).paths['/transcribe'].post.requestBody.content['application/json'].schema;

describe('the document of a client', () => {
  it('has the names of the client, and is the same otherwise', () => {
    const document = aDocument({ type: 'object' });

    const text = JSON.stringify(clientDocument(document));

    expect(text).toBe(JSON.stringify(document).replace('orderTranscription', 'transcribe'));
  });

  it('names the media types of each operation', () => {
    const document = aDocument({ type: 'object' });

    expect(mediaTypesOf(document)).toEqual([
      ['POST /transcribe', ['application/json']],
      ['GET /text', ['text/plain', 'text/vtt']],
    ]);
    expect(mediaTypesById(document)).toMatchObject({ readText: ['text/plain', 'text/vtt'] });
  });
});

describe('the document of the Python client', () => {
  it('has no responses with an error status, and one class for the links of lists', () => {
    const { paths, components } = JSON.parse(JSON.stringify(pythonDocument(aDocument({ type: 'object' }))));

    expect(Object.keys(paths['/transcribe'].post.responses)).toEqual(['201']);
    expect(components.schemas).toEqual({
      List: { type: 'object', properties: { _links: { $ref: '#/components/schemas/ListLinks' } } },
      Bot: { type: 'object' },
      ListLinks: links,
    });
  });

  it.each([
    ['alternatives beside its properties', { properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] }],
    ['none', { properties: { a: { type: 'string' } } }],
  ])('has one class for a body with %s', (_what, body) => {
    expect(bodyIn(pythonDocument(aDocument(body)))).toEqual({ properties: { a: { type: 'string' } } });
  });

  it.each([
    [{ type: 'object', additionalProperties: true }],
    [{ anyOf: [{ type: 'object' }, { type: 'string', enum: [''] }] }],
    [{ anyOf: [{ type: 'null' }, { anyOf: [{ type: 'object' }] }] }],
  ])('has no class for %j in a body', (free) => {
    const described = { ...free, description: 'Yours.' };
    const nested = { type: 'object', properties: { metadata: described } };
    const body = { properties: { metadata: described, nested, list: { type: 'array', items: nested } } };

    const plain = { description: 'Yours.' };
    const without = { type: 'object', properties: { metadata: plain } };
    expect(bodyIn(pythonDocument(aDocument(body)))).toEqual({
      properties: { metadata: plain, nested: without, list: { type: 'array', items: without } },
    });
  });
});
