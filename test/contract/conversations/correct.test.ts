import { correctTranscriptContract, replaceTranscriptContract } from '#shared/texts/conversations/contract';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aConversationWorld } from './a-conversation.ts';

async function aTextWorld() {
  const context = await aConversationWorld();
  const meeting = await context.aRecording();
  const id: string = meeting.results.transcript.conversation_id;
  const found = await context.read(id, '/transcript');
  const { call, owner } = context;
  const send = (method: string, body: object, ifMatch = found.headers['etag'], key = owner.key) =>
    call(method, `/conversations/${id}/transcript`, {
      key,
      body,
      ...(ifMatch !== '' && ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    });
  const whole = { speakers: found.body.speakers, segments: found.body.segments };
  return { ...context, meeting, id, etag: String(found.headers['etag']), text: found.body, send, whole };
}

const contracts = { PUT: replaceTranscriptContract, PATCH: correctTranscriptContract } as const;

describe('PUT /conversations/{id}/transcript', () => {
  it('200: the results of the meeting show the corrected text from then on', async () => {
    const { send, text, meeting, callMeetings, owner, read, id } = await aTextWorld();
    const [first, ...rest] = text.segments;
    const speakers = text.speakers.map((speaker: { name: string }) => ({ ...speaker, name: `Dr ${speaker.name}` }));

    const corrected = await send('PUT', { speakers, segments: [{ ...first, text: 'Corrected.' }, ...rest] });

    const body = expectSuccess(replaceTranscriptContract, corrected, 200);
    expect(body.segments[0].text).toBe('Corrected.');
    const results = (await callMeetings('GET', `/meetings/${meeting.id}/results`, { key: owner.key })).body;
    expect(results.transcript.segments[0].text).toBe('Corrected.');
    expect(results.speakers[0].name).toMatch(/^Dr /);
    const again = await read(id, '/transcript');
    expect([again.body, again.headers['etag']]).toEqual([body, corrected.headers['etag']]);
    expect((await read(id)).body.updated_at >= meeting.updated_at).toBe(true);
  });

  it('200: with what was read, words included, changes nothing', async () => {
    const { send, read, id, etag } = await aTextWorld();
    const { speakers, segments } = (await read(id, '/transcript?include=words')).body;

    const same = await send('PUT', { speakers, segments });

    expectSuccess(replaceTranscriptContract, same, 200);
    expect([same.headers['etag'], (await read(id, '/transcript')).headers['etag']]).toEqual([etag, etag]);
  });

  it('422: names the segment that does not fit', async () => {
    const { send, text, whole } = await aTextWorld();
    const [first, ...rest] = text.segments;

    const late = await send('PUT', { ...whole, segments: [{ ...first, end: 1e6 }, ...rest] });
    const odd = await send('PUT', { ...whole, segments: [{ ...first, start: -1 }, ...rest] });

    expect(expectError(replaceTranscriptContract, late, 422)).toEqual(['invalid segments.0.end']);
    expect(expectError(replaceTranscriptContract, odd, 422)).toEqual(['invalid segments.0.start']);
  });

  it('400: a body over 4 MB', async () => {
    const { send, whole } = await aTextWorld();
    const long = Array.from({ length: 450 }, () => ({ speaker_id: null, start: 0, end: 0, text: 'a'.repeat(9_990) }));

    const refused = await send('PUT', { ...whole, segments: long });

    expect(expectError(replaceTranscriptContract, refused, 400)).toEqual(['bad_request']);
  });
});

describe('PATCH /conversations/{id}/transcript', () => {
  it('200: corrects single segments, and tells the endpoints that the text is ready', async () => {
    const { send, text, world, owner } = await aTextWorld();
    await callsTo(everyGroup(world.context))('POST', '/webhook_endpoints', {
      key: owner.key,
      body: {
        workspace_id: owner.workspaceId,
        url: 'https://partner.test/hooks',
        enabled_events: ['conversation.ready'],
      },
    });

    const corrected = await send('PATCH', { segments: [{ id: text.segments[1].id, text: 'Quite so.' }] });

    const body = expectSuccess(correctTranscriptContract, corrected, 200);
    expect(body.segments.map((segment: { text: string }) => segment.text)).toEqual(
      text.segments.map((segment: { text: string }, at: number) => (at === 1 ? 'Quite so.' : segment.text)),
    );
    expect(world.dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#conversation.ready')).toHaveLength(1);
  });

  it('422: an unknown segment', async () => {
    const { send } = await aTextWorld();

    const refused = await send('PATCH', { segments: [{ id: 'seg_999', text: 'No.' }] });

    expect(expectError(correctTranscriptContract, refused, 422)).toEqual(['invalid segments.0.id']);
  });
});

describe.each(['PUT', 'PATCH'] as const)('%s /conversations/{id}/transcript', (method) => {
  const change = (text: Awaited<ReturnType<typeof aTextWorld>>) =>
    method === 'PUT' ? text.whole : { segments: [{ id: text.text.segments[0].id, text: 'Other.' }] };

  it('200: with the tag marked as weak, and with any', async () => {
    const text = await aTextWorld();

    const weak = await text.send(method, change(text), `"other", W/${text.etag}`);
    const any = await text.send(method, change(text), '*');

    expect([weak.status, any.status]).toEqual([200, 200]);
  });

  it('401: a guest', async () => {
    const text = await aTextWorld();
    const guest = await text.world.aColleague(text.owner.workspaceId, 'guest');

    const refused = await text.send(method, change(text), text.etag, guest.key);

    expect(expectError(contracts[method], refused, 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown conversation', async () => {
    const text = await aTextWorld();

    const refused = await text.call(method, '/conversations/con_00000000000000000000000000/transcript', {
      key: text.owner.key,
      body: change(text),
      headers: { 'if-match': '*' },
    });

    expect(expectError(contracts[method], refused, 404)).toEqual(['not_found']);
  });

  it('412: a tag from before another correction', async () => {
    const text = await aTextWorld();
    await text.send('PATCH', { segments: [{ id: text.text.segments[0].id, text: 'First.' }] });

    const refused = await text.send(method, change(text));

    expect(expectError(contracts[method], refused, 412)).toEqual(['precondition_failed']);
  });

  it('428: without If-Match', async () => {
    const text = await aTextWorld();

    const refused = await text.send(method, change(text), '');

    expect(expectError(contracts[method], refused, 428)).toEqual(['precondition_required']);
  });
});

it('of two corrections at once, one is saved and the other is 412, and no text is left without a name', async () => {
  const { send, text, world, read, id } = await aTextWorld();
  const correct = (words: string) => send('PATCH', { segments: [{ id: text.segments[0].id, text: words }] });

  const answers = await Promise.all([correct('One.'), correct('Other.')]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  const saved = answers.find(({ status }) => status === 200)?.body.segments[0].text;
  expect((await read(id, '/transcript')).body.segments[0].text).toBe(saved);
  const names = [...(world.context.files as unknown as { files: ReadonlyMap<string, unknown> }).files.keys()];
  expect(names.filter((name) => /transcript-/.test(name))).toHaveLength(1);
});
